// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/reports/collective_reports.hpp"
#include "diagnosis/reports/congestion_text.hpp"
#include "diagnosis/reports/incast_text.hpp"
#include "diagnosis/reports/leaf_text.hpp"
#include "diagnosis/reports/memory_table.hpp"
#include "diagnosis/reports/plain_text.hpp"
#include "diagnosis/reports/reports.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "diagnosis/reports/words.hpp"
#include "diagnosis/topology/drawings.hpp"
#include "diagnosis/topology/group_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <span>
#include <string_view>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_findings = 20;  // of a kind
constexpr std::size_t max_differing_pairs = 8;
constexpr std::size_t max_class_rows = 4;  // of the brief table of pair classes
constexpr std::size_t max_places = 2;      // protocol thresholds of the brief report
constexpr std::size_t max_reasons = 8;     // why something was not checked, in the brief report

/// Facts of a finding that only the full report has.
bool is_detail(std::string_view fact) {
    constexpr std::array details{"severity", "ranks", "numbers"};
    return std::find(details.begin(), details.end(), fact) != details.end();
}

std::string judged(const Diagnosis& diagnosis) {
    std::string text;
    for (const JudgedRun& run : diagnosis.runs) text += wrapped("Judged: ", run_text(run) + ".");
    if (diagnosis.collectives) {
        for (const std::string& label : diagnosis.collectives->baseline_labels)
            text += wrapped("Against: ", label + ".");
    }
    if (diagnosis.hosts.empty()) return text;
    return text + wrapped("        ", fmt::format("{}; effects below {} are ignored.",
                                                  machine_text(diagnosis), min_effect_text(diagnosis)));
}

std::string finding_lines(std::size_t number, const Finding& finding, Detail detail) {
    std::string text = wrapped(fmt::format("{:>3}. ", number), sentence_of(finding));
    for (const auto& [name, what] : facts_of(finding)) {
        if (detail == Detail::full || !is_detail(name))
            text += wrapped(fmt::format("     {:<11}", name), what);
    }
    return text;
}

/// Empty where none was left out.
std::string left_out_line(std::size_t left_out) {
    return left_out == 0 ? "" : fmt::format("     {} more; --json FILE has them all.\n", left_out);
}

/// The findings of a meaning, numbered by their place among all of them; of each kind the most severe.
std::string findings_section(const Diagnosis& diagnosis, Meaning meaning, std::string_view title,
                             Detail detail) {
    std::string text;
    std::map<FindingKind, std::size_t> seen;
    std::size_t left_out = 0;
    for (std::size_t index = 0; index < diagnosis.findings.size(); ++index) {
        const Finding& finding = diagnosis.findings[index];
        if (about(finding.kind).meaning != meaning) continue;
        if (++seen[finding.kind] > max_findings) {
            ++left_out;
            continue;
        }
        if (!text.empty()) text += '\n';
        text += finding_lines(index + 1, finding, detail);
    }
    if (text.empty()) return {};
    if (left_out > 0) text += '\n' + left_out_line(left_out);
    return fmt::format("\n{}\n{}", title, text);
}

std::string suspects_section(const Diagnosis& diagnosis) {
    if (diagnosis.suspects.empty()) return {};
    std::string text = "\nSuspects: findings on uncertain values\n";
    const std::size_t shown = std::min(diagnosis.suspects.size(), max_findings);
    for (std::size_t index = 0; index < shown; ++index) {
        text += wrapped(fmt::format("{:>3}. ", index + 1), sentence_of(diagnosis.suspects[index]));
    }
    return text + left_out_line(diagnosis.suspects.size() - shown);
}

std::string threshold_lines(const Threshold& threshold) {
    std::string text =
        wrapped("    ", fmt::format("between {} and {}: {}; {}", format_size(threshold.before_bytes),
                                    format_size(threshold.after_bytes), jump_text(threshold),
                                    scope_text(threshold.scope)));
    const auto& pairs = threshold.differing_pairs;
    if (pairs.empty()) return text;
    return text + wrapped("      ", fmt::format("{} {} elsewhere: {}",
                                                counted(static_cast<std::int64_t>(pairs.size()), "pair"),
                                                pairs.size() == 1 ? "changes" : "change",
                                                listed(pairs, max_differing_pairs)));
}

std::string classes_section(const Diagnosis& diagnosis) {
    if (diagnosis.classes.empty()) return {};
    std::string text = "\nPair classes: median delays and protocol thresholds\n";
    for (const ClassCurve& curve : diagnosis.classes) {
        text += wrapped("  ", fmt::format("{}: {}", curve.name, curve_text(curve, diagnosis.lengths)));
        for (const ClassThresholds& thresholds : diagnosis.segments) {
            if (thresholds.class_name != curve.name) continue;
            for (const Segment& segment : thresholds.segments) text += wrapped("    ", segment_text(segment));
        }
        for (const Threshold& threshold : diagnosis.thresholds) {
            if (threshold.class_name == curve.name) text += threshold_lines(threshold);
        }
    }
    return text;
}

std::string brief_classes(const Diagnosis& diagnosis) {
    if (diagnosis.classes.empty()) return {};
    // The line that says how many more there are takes a row as well.
    const bool all_fit = diagnosis.classes.size() <= max_class_rows;
    const std::size_t shown = all_fit ? diagnosis.classes.size() : max_class_rows - 1;
    std::size_t width = 30;
    for (std::size_t row = 0; row < shown; ++row)
        width = std::max(width, letters_in(printable(diagnosis.classes[row].name)));
    const auto& lengths = diagnosis.lengths;
    const bool has_rates = std::any_of(diagnosis.classes.begin(), diagnosis.classes.end(),
                                       [](const ClassCurve& curve) { return curve.rate.has_value(); });
    const auto line = [&](const std::string& name, const auto& pairs, const std::string& first,
                          const std::string& last, const std::string& rate) {
        const std::string fill(width - std::min(width, letters_in(name)), ' ');
        std::string text = fmt::format("  {}{}  {:>10}  {:>10}", name, fill, pairs, first);
        if (lengths.size() > 1) text += fmt::format("  {:>10}", last);
        if (has_rates) text += fmt::format("  {:>10}", rate);
        return text + '\n';
    };
    const auto delay_at = [](const ClassCurve& curve, bool is_last) {
        if (curve.median_s.empty()) return std::string("-");
        const double delay_s = is_last ? curve.median_s.back() : curve.median_s.front();
        return std::isfinite(delay_s) ? format_delay(delay_s) : "-";
    };
    std::string text = "\nPair classes, medians\n";
    if (!lengths.empty()) {
        constexpr std::string_view title = "Pair classes, medians";
        text = line("", "pairs", "at " + format_size(lengths.front()), "at " + format_size(lengths.back()),
                    "one way");
        text = '\n' + text.replace(0, title.size(), title);
    }
    for (std::size_t row = 0; row < shown; ++row) {
        const ClassCurve& curve = diagnosis.classes[row];
        text += line(printable(curve.name), curve.pairs, delay_at(curve, false), delay_at(curve, true),
                     curve.rate ? format_rate(*curve.rate) : "-");
    }
    const std::size_t hidden = diagnosis.classes.size() - shown;
    return hidden == 0 ? text : text + fmt::format("  ... and {} more\n", hidden);
}

/// Where the protocol changes, each place once: "8K to 16K: +2 µs (+81 %), in 3 classes".
std::string brief_thresholds(const Diagnosis& diagnosis) {
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<const Threshold*>> places;
    for (const Threshold& threshold : diagnosis.thresholds)
        places[{threshold.before_bytes, threshold.after_bytes}].push_back(&threshold);
    if (places.empty()) return {};
    std::vector<std::string> texts;
    texts.reserve(places.size());
    for (const auto& [lengths, thresholds] : places) {
        texts.push_back(fmt::format("{} to {}: {}, {}", format_size(lengths.first),
                                    format_size(lengths.second), jump_text(*thresholds.front()),
                                    thresholds.size() == 1
                                        ? thresholds.front()->class_name
                                        : fmt::format("in {} classes", thresholds.size())));
    }
    return wrapped("Protocol thresholds: ", listed(texts, max_places));
}

/// "spine, 2 pods, 8 leaves": the first line of the drawing, and how many groups it has.
std::string brief_topology(const Diagnosis& diagnosis) {
    if (!diagnosis.topology) return {};
    const Topology& topology = *diagnosis.topology;
    const std::string tree = text_tree_of(topology, diagnosis.hosts);
    std::string text = tree.substr(0, tree.find('\n'));
    for (std::size_t level = topology.levels.size(); level-- > 0;) {
        const auto groups = static_cast<std::int64_t>(topology.levels[level].groups.size());
        text += fmt::format(", {}", counted_groups(topology, level, groups));
    }
    if (diagnosis.measured_pairs < diagnosis.pairs) text += "; inferred from the delays of some pairs";
    return wrapped("Topology: ", text);
}

/// What has one reason stands together.
std::string brief_not_examined(const Diagnosis& diagnosis) {
    if (diagnosis.not_examined.empty()) return {};
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const auto& unexamined : diagnosis.not_examined) {
        const auto same = std::find_if(reasons.begin(), reasons.end(),
                                       [&](const auto& entry) { return entry.first == unexamined.reason; });
        if (same == reasons.end()) {
            reasons.push_back({unexamined.reason, {unexamined.what}});
        } else {
            same->second.push_back(unexamined.what);
        }
    }
    std::vector<std::string> texts;
    texts.reserve(reasons.size());
    for (const auto& [reason, things] : reasons) {
        texts.push_back(reason == reason_one_host
                            ? fmt::format("faults of hosts, links and switches ({})", reason)
                            : fmt::format("{} ({})", joined_by(things, ", "), reason));
    }
    const std::size_t shown = std::min(texts.size(), max_reasons);
    std::string text =
        joined_by(std::span(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(shown)), "; ");
    if (shown < texts.size()) text += fmt::format("; and {} more", texts.size() - shown);
    return wrapped("", "Not checked: " + text + ".");
}

std::string topology_section(const Diagnosis& diagnosis) {
    if (!diagnosis.topology) return {};
    std::string text = diagnosis.measured_pairs < diagnosis.pairs
                           ? "\nTopology inferred from the delays of some pairs: a guess\n"
                           : "\nTopology inferred from delays\n";
    const std::string tree = text_tree_of(*diagnosis.topology, diagnosis.hosts);
    for (std::size_t begin = 0; begin < tree.size();) {
        const std::size_t end = std::min(tree.find('\n', begin), tree.size());
        text += fmt::format("  {}\n", printable(std::string_view(tree).substr(begin, end - begin)));
        begin = end + 1;
    }
    return text;
}

std::string comparison_section(const Diagnosis& diagnosis) {
    if (!diagnosis.comparison) return {};
    std::string text = "\nComparison with the baseline\n";
    for (const std::string& sentence : comparison_sentences(*diagnosis.comparison)) {
        text += wrapped("  ", sentence);
    }
    return text;
}

/// What leaves carry; in the brief report of those that carry least.
std::string leaves_section(const Diagnosis& diagnosis, Detail detail) {
    if (!diagnosis.leaf_matrix) return {};
    constexpr std::size_t max_leaf_rows = 8;
    const std::vector<LeafRow> rows = leaf_rows(*diagnosis.leaf_matrix);
    const std::size_t shown = detail == Detail::full ? rows.size() : std::min(rows.size(), max_leaf_rows);
    std::string text =
        fmt::format("\n{:<32}  {:>12}  {:>12}\n", "Leaves, medians to the others", "sends", "receives");
    for (std::size_t row = 0; row < shown; ++row) {
        text += fmt::format("  {:<30}  {:>12}  {:>12}\n", printable(rows[row].leaf),
                            format_rate(rows[row].sends), format_rate(rows[row].receives));
    }
    return shown == rows.size() ? text : text + fmt::format("  ... and {} more\n", rows.size() - shown);
}

std::string not_examined_section(const Diagnosis& diagnosis) {
    if (diagnosis.not_examined.empty()) return {};
    std::string text = "\nNot checked\n";
    for (const auto& [what, reason] : diagnosis.not_examined) {
        text += wrapped("  ", fmt::format("{}: {}", what, reason));
    }
    return text;
}

/// A line for each that says something.
std::string lines_of(const std::vector<std::string>& texts) {
    std::string lines;
    for (const std::string& text : texts) {
        if (!text.empty()) lines += wrapped("", text);
    }
    return lines;
}

/// After the verdict the keys, their order and their meaning stay; later ones follow behind.
std::string result_line(const Diagnosis& diagnosis) {
    std::string line = fmt::format(
        "RESULT: verdict={} faults={} hosts={} ranks={} lengths={} thresholds={} not_examined={}",
        name_of(verdict_of(diagnosis)), diagnosis.fault_count(), diagnosis.hosts.size(), diagnosis.ranks,
        diagnosis.lengths.size(), diagnosis.thresholds.size(), diagnosis.not_examined.size());
    const auto add_counts = [&](const auto& is_next) {
        for (const KindOfFinding& kind : all_kinds_of_findings()) {
            if (!is_next(kind)) continue;
            const auto count =
                std::count_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                              [&](const Finding& finding) { return finding.kind == kind.kind; });
            // What the search alone finds is counted where it is.
            if (count == 0 && kind.kind >= FindingKind::slow_adapter) continue;
            fmt::format_to(std::back_inserter(line), " {}={}", kind.name, count);
        }
    };
    const auto is_later = [](const KindOfFinding& kind) {
        return kind.kind > FindingKind::missing_pairs && kind.meaning != Meaning::site_rule;
    };
    const auto is_structure = [](const KindOfFinding& kind) { return kind.meaning == Meaning::structure; };
    add_counts([&](const KindOfFinding& kind) {
        return kind.kind <= FindingKind::missing_pairs && !is_structure(kind);
    });
    fmt::format_to(std::back_inserter(line), " suspects={}", diagnosis.suspects.size());
    add_counts([&](const KindOfFinding& kind) { return !is_later(kind) && is_structure(kind); });
    add_counts(is_later);
    if (diagnosis.collectives) line += collective_counts(*diagnosis.collectives);
    return line + '\n';
}

}  // namespace

std::string terminal_report(const Diagnosis& diagnosis, Detail detail) {
    std::string text =
        lines_of({verdict_text(diagnosis), speed_text(diagnosis), detectable_text(diagnosis)}) + '\n' +
        judged(diagnosis) +
        findings_section(diagnosis, Meaning::fault, "Faults, the most severe first", detail) +
        findings_section(diagnosis, Meaning::better, "Better than in the baseline", detail) +
        findings_section(diagnosis, Meaning::structure, "Hosts or slots differ", detail) +
        suspects_section(diagnosis);
    text += leaves_section(diagnosis, detail);
    constexpr std::size_t max_incast_rows = 8;
    if (diagnosis.incast) {
        text += incast_section(*diagnosis.incast,
                               detail == Detail::full ? diagnosis.incast->hosts.size() : max_incast_rows);
    }
    if (detail == Detail::full) {
        text += classes_section(diagnosis) + memory_section(diagnosis) + congestion_section(diagnosis) +
                topology_section(diagnosis) + comparison_section(diagnosis) + not_examined_section(diagnosis);
    } else {
        text += brief_classes(diagnosis) + memory_section(diagnosis) + congestion_section(diagnosis) +
                brief_thresholds(diagnosis) + brief_topology(diagnosis) + comparison_section(diagnosis) +
                brief_not_examined(diagnosis);
    }
    if (diagnosis.collectives) {
        text += collective_sections(*diagnosis.collectives);
        if (detail == Detail::full) text += rank_sections(*diagnosis.collectives);
    }
    return text + '\n' + result_line(diagnosis);
}

}  // namespace fabricmap::diagnosis
