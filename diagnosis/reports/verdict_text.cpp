// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/verdict_text.hpp"

#include "base/host_list.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/reports/collective_reports.hpp"
#include "diagnosis/reports/incast_text.hpp"
#include "diagnosis/reports/leaf_text.hpp"
#include "diagnosis/reports/slowest_pairs.hpp"
#include "diagnosis/reports/words.hpp"
#include "netcdf_schema/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

bool is_open(const std::vector<OpenPoint>& points, OpenPoint point) {
    return std::find(points.begin(), points.end(), point) != points.end();
}

/// The class of the most pairs within hosts, or between them, whose rate is known; null where none is.
const ClassCurve* typical_class(const Diagnosis& diagnosis, bool between_hosts) {
    const ClassCurve* typical = nullptr;
    for (const ClassCurve& curve : diagnosis.classes) {
        if (!curve.rate || curve.between_hosts != between_hosts) continue;
        if (typical == nullptr || curve.pairs > typical->pairs) typical = &curve;
    }
    return typical;
}

/// "1.4 µs a message of 0 bytes", or of streams "12 million messages of 8 bytes a second"; empty where only
/// long ones were measured.
std::string short_messages_speed(const ClassCurve& curve, std::int64_t shortest_bytes, bool is_stream) {
    constexpr std::int64_t max_short_length = 1024;
    const double delay_s = curve.median_s.front();
    if (shortest_bytes > max_short_length || !(delay_s > 0)) return {};
    if (!is_stream) {
        return fmt::format(", {} a message of {} bytes", format_delay(delay_s), format_size(shortest_bytes));
    }
    return fmt::format(", {} million messages of {} bytes a second", format_plain(1e-6 / delay_s),
                       format_size(shortest_bytes));
}

std::string rails_text(const WorstRails& rails) {
    std::string text = fmt::format(
        "Of the {} rails between the same slots of two hosts the worst takes {} times as long as the typical "
        "one, in "
        "the median over the pairs of hosts, with messages of {}",
        rails.rails, format_factor(rails.median_factor), format_size(rails.length_bytes));
    if (rails.stands_out) {
        text += fmt::format("; the worst of all, {} -> {} at slot {}, {} times", rails.sender, rails.receiver,
                            rails.slot, format_factor(rails.factor));
    }
    return text + ".";
}

/// Of two groups of hosts nothing tells whether they sit apart by design, or below a slow uplink of one.
bool hides_an_uplink_in_a_level(const Diagnosis& diagnosis) {
    constexpr std::size_t of_two_switches = 2;
    return diagnosis.topology && !diagnosis.topology->levels.empty() &&
           diagnosis.topology->levels.front().groups.size() == of_two_switches &&
           diagnosis.fault_count() == 0;
}

}  // namespace

std::string headline_of(const Diagnosis& diagnosis) {
    if (diagnosis.hosts.empty()) return "Nothing was judged";
    const std::string hosts = counted(std::ssize(diagnosis.hosts) - diagnosis.excluded_hosts, "host");
    switch (verdict_of(diagnosis)) {
        case Verdict::healthy:
            // A comparison of operations alone shows what has changed, and of no host that it is well.
            if (diagnosis.collectives && !diagnosis.collectives->hosts_are_distinguished)
                return "Nothing is slower than in the baseline";
            return fmt::format("No fault found in {}", hosts);
        case Verdict::faults:
            return fmt::format("{} in {}", counted(diagnosis.fault_count(), "fault"), hosts);
        case Verdict::undecided:
            return fmt::format("Undecided for {}", hosts);
        case Verdict::not_sought:
            break;
    }
    return "Faults were not looked for";
}

std::string verdict_text(const Diagnosis& diagnosis) {
    std::string text = headline_of(diagnosis);
    if (diagnosis.fault_count() > 0) text += fmt::format(": {}", findings_named(diagnosis, Meaning::fault));
    text += '.';
    const auto add = [&](const std::string& sentences) {
        if (!sentences.empty()) text += ' ' + sentences;
    };
    add(open_points_text(diagnosis));
    const auto better = count_meaning(diagnosis, Meaning::better);
    if (better > 0) add(fmt::format("Better than in the baseline: {}.", counted(better, "part")));
    if (const std::string structure = findings_named(diagnosis, Meaning::structure); !structure.empty())
        add(fmt::format("Not all alike: {}.", structure));
    if (diagnosis.collectives) add(tuning_text(*diagnosis.collectives));
    add(basis_text(diagnosis));
    return text;
}

std::string_view direction_text(const Diagnosis& diagnosis) {
    if (diagnosis.runs.empty()) return "";
    return is_stated_of_both_directions(diagnosis.runs.front().description) ? " in both directions" : "";
}

std::string speed_text(const Diagnosis& diagnosis) {
    if (diagnosis.runs.empty()) return {};
    if (diagnosis.incast) return incast_speed_text(*diagnosis.incast);
    if (diagnosis.leaf_matrix) return leaf_speed_text(*diagnosis.leaf_matrix);
    const RunDescription& run = diagnosis.runs.front().description;
    const bool is_stream = has_trait(run, &ModeTraits::is_stream);
    const std::string_view ways =
        is_judged_as(run, JudgedAs::both_ways) ? "each way, both at once" : "one way";
    std::vector<std::string> sentences;
    for (const bool between_hosts : {true, false}) {
        const ClassCurve* const curve = typical_class(diagnosis, between_hosts);
        if (curve == nullptr) continue;
        sentences.push_back(fmt::format("{} hosts: {} {}{}.", between_hosts ? "Between" : "Within",
                                        format_rate(*curve->rate), ways,
                                        short_messages_speed(*curve, diagnosis.lengths.front(), is_stream)));
    }
    if (diagnosis.worst_rails) sentences.push_back(rails_text(*diagnosis.worst_rails));
    return joined_by(sentences, " ");
}

std::vector<std::string> not_looked_at(const Diagnosis& diagnosis) {
    std::vector<std::string> gaps;
    if (!diagnosis.faults_sought) return gaps;
    if (!diagnosis.lengths.empty()) gaps.push_back("messages above " + format_size(diagnosis.lengths.back()));
    if (diagnosis.collectives) return gaps;
    if (hides_an_uplink_in_a_level(diagnosis))
        gaps.emplace_back("which of two switches has a slow uplink (--topology)");
    const bool is_loaded =
        std::any_of(diagnosis.runs.begin(), diagnosis.runs.end(), [](const JudgedRun& run) {
            return is_judged_as(run.description, JudgedAs::both_ways) || loads_network(run.description);
        });
    if (!is_loaded) gaps.emplace_back("load");
    if (!diagnosis.comparison) gaps.emplace_back("changes over time");
    return gaps;
}

std::string detectable_text(const Diagnosis& diagnosis) {
    const std::vector<OpenPoint> open = open_points_of(diagnosis);
    if (!diagnosis.faults_sought || is_open(open, OpenPoint::few_hosts)) return {};
    std::vector<std::string> parts;
    for (const Detectable& detectable : diagnosis.detectable) {
        if (!std::isfinite(detectable.all_messages)) continue;
        const std::string_view part = name_of(detectable.part);
        std::string text = fmt::format("{} {} {}{}", part.starts_with('u') ? "an" : "a", part,
                                       diagnosis.collectives ? "that makes operations " : "",
                                       slowdown_text(detectable.all_messages));
        const std::string in_short = slowdown_text(detectable.short_messages);
        const std::string in_long = slowdown_text(detectable.long_messages);
        if (parts.empty()) text += " slower";
        if (diagnosis.lengths.size() > 1) {
            text += parts.empty() ? fmt::format(" (short messages {}, long ones {})", in_short, in_long)
                                  : fmt::format(" ({}, {})", in_short, in_long);
        }
        parts.push_back(std::move(text));
    }
    if (parts.empty()) return {};
    return fmt::format("Would have found{}: {}. Not looked at: {}.", direction_text(diagnosis),
                       joined_by(parts, ", "), joined_by(not_looked_at(diagnosis), ", "));
}

std::string basis_text(const Diagnosis& diagnosis) {
    const Basis& basis = diagnosis.basis;
    const std::vector<OpenPoint> open = open_points_of(diagnosis);
    std::vector<std::string> sentences;
    if (basis.reason_without_median) {
        sentences.push_back(fmt::format("Judged by the {}: {}.", name_of(diagnosis.runs.front().statistic),
                                        *basis.reason_without_median));
    }
    if (basis.implausible_values > 0)
        sentences.push_back(describe_implausible_values(basis.implausible_values) + '.');
    if (!basis.hosts_known && !is_open(open, OpenPoint::unknown_hosts))
        sentences.emplace_back("The run has no host names: each rank is treated as a host.");
    if (basis.ranks_sharing_cores > 0 && !is_open(open, OpenPoint::shared_cores))
        sentences.push_back(shared_cores_text(diagnosis));
    constexpr double worth_reporting = 0.5;
    if (basis.imprecise_fraction > worth_reporting && !is_open(open, OpenPoint::imprecise_values)) {
        sentences.push_back(fmt::format("{} of the values are less precise than the run asked for.",
                                        format_share(basis.imprecise_fraction)));
    }
    if (basis.tolerated_slow_fraction) {
        sentences.push_back(
            fmt::format("{} of the samples take more than 5 times their median, as in the baseline.",
                        format_share(*basis.tolerated_slow_fraction, 2)));
    }
    if (basis.doubt_unknown) {
        sentences.emplace_back(
            "Measured in rounds; without the plain count file, unconfirmed values count like the others.");
    }
    return joined_by(sentences, " ");
}

}  // namespace fabricmap::diagnosis
