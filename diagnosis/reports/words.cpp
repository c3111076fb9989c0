// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/words.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/model/finding_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_in_verdict = 3;
constexpr std::size_t max_ranks = 24;
constexpr std::size_t max_hosts = 12;

std::string sureness_text(const Finding& finding, const Language& in) {
    std::string text = confidence_text(finding, in);
    if (std::isfinite(finding.evidence.z) && finding.evidence.z != 0) {
        text += fmt::format(", {} σ", format_plain(std::abs(finding.evidence.z)));
    }
    if (finding.evidence.cells == 1) text += in(", from 1 value");
    if (finding.evidence.cells > 1)
        text += filled_phrase(in, ", from {} values", {std::to_string(finding.evidence.cells)});
    return text;
}

/// "fraction of pairs 3.1 %, pairs 125"
std::string numbers_text(const std::map<std::string, double>& numbers, const Language& in) {
    std::string text;
    for (const auto& [name, value] : numbers) {
        std::string words = name;
        std::replace(words.begin(), words.end(), '_', ' ');
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", in(words),
                            name.starts_with("fraction") ? format_share(value) : format_plain(value, 4));
    }
    return text;
}

/// "12.6 of 125 MB/s, latency normal"
std::string rates_text(const Finding& finding, const Rates& rates, const Language& in) {
    std::string text = format_rate_of(rates.here, rates.healthy);
    constexpr double normal = 1.05;
    const std::vector<double>& curve = finding.evidence.curve;
    const bool knows_latency = !rates.streamed && finding.from_length_bytes > 0;
    if (!knows_latency || curve.empty() || !(curve.front() < normal)) return text;
    return filled_phrase(in, "{}, latency normal", {text});
}

std::string overall_text(double factor) {
    constexpr double no_difference = 0.001;
    constexpr double read_as_times = 1.05;
    const std::string pairs = "All common pairs together take ";
    if (std::abs(factor - 1) < no_difference) return pairs + "as long as in the baseline, to 0.1 %.";
    if (std::abs(std::log(factor)) < std::log(read_as_times)) {
        return pairs + fmt::format("{} {} than in the baseline.", format_share(std::abs(factor - 1), 2),
                                   factor > 1 ? "longer" : "less");
    }
    return pairs + fmt::format("{} times as long as in the baseline.", format_plain(factor));
}

}  // namespace

std::int64_t count_meaning(const Diagnosis& diagnosis, Meaning meaning) {
    return std::count_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                         [&](const Finding& finding) { return about(finding.kind).meaning == meaning; });
}

std::string findings_named(const Diagnosis& diagnosis, Meaning meaning) {
    std::string text;
    std::size_t named = 0;
    for (const Finding& finding : diagnosis.findings) {
        if (about(finding.kind).meaning != meaning) continue;
        if (named == max_in_verdict) break;
        text += (named++ == 0 ? "" : "; ") + sentence_of(finding);
    }
    const auto more = count_meaning(diagnosis, meaning) - static_cast<std::int64_t>(named);
    return more > 0 ? text + fmt::format("; and {} more", more) : text;
}

std::string factor_text(const Finding& finding, const Language& in) {
    if (!finding.effect) return in("unknown");
    const auto& [factor, interval] = *finding.effect;
    const std::string low = format_factor(interval.low);
    const std::string high = format_factor(interval.high);
    if (!std::isfinite(interval.low) || !std::isfinite(interval.high) || low == high)
        return format_factor(factor);
    return filled_phrase(in, "{} ({} to {} at 95 %)", {format_factor(factor), low, high});
}

std::string confidence_text(const Finding& finding, const Language& in) {
    if (!finding.confidence) return in("unknown");
    // Nothing measured is certain, and rounding must not say so.
    return *finding.confidence > 0.9999 ? in("over 99.99 %")
                                        : fmt::format("{:.4g} %", 100 * *finding.confidence);
}

std::string lengths_text(const Finding& finding, const Language& in) {
    const std::string first = format_size(finding.from_length_bytes);
    return finding.from_length_bytes == finding.to_length_bytes
               ? first
               : filled_phrase(in, "{} to {}", {first, format_size(finding.to_length_bytes)});
}

std::vector<Fact> facts_of(const Finding& finding, const Language& in) {
    std::vector<Fact> facts;
    const auto add = [&](std::string_view name, std::string text) {
        facts.push_back({in(name), std::move(text)});
    };
    const std::string kind(name_of(finding.kind));
    add("kind", finding.side == Side::both
                    ? filled_phrase(in, "{}, both directions", {kind})
                    : filled_phrase(in, "{}, side {}", {kind, in(name_of(finding.side))}));
    if (finding.effect) add("factor", factor_text(finding, in));
    if (finding.confidence) add("confidence", sureness_text(finding, in));
    if (!finding.evidence.curve.empty()) add("lengths", lengths_text(finding, in));
    if (finding.evidence.extra_s > 0) {
        add("adds", filled_phrase(in, "up to {} to a message", {format_delay(finding.evidence.extra_s)}));
    }
    if (const auto& rates = finding.evidence.rates) add("rate", rates_text(finding, *rates, in));
    if (finding.severity > 0 && finding.effect && is_fault(finding.kind)) {
        add("severity",
            filled_phrase(in, "adds {} to the sum of all delays", {format_share(finding.severity)}));
    }
    if (!finding.ranks.empty()) add("ranks", ranks_text(finding.ranks));
    if (!finding.evidence.numbers.empty()) {
        add("numbers", numbers_text(finding.evidence.numbers, in));
    }
    for (const Note& note : finding.evidence.notes) add("note", note.text(in));
    add("advice", advice_on(finding, in));
    return facts;
}

std::vector<std::string> comparison_sentences(const Comparison& comparison) {
    std::vector<std::string> sentences;
    sentences.push_back(fmt::format("{} now and {} of the baseline have {} and {} in common.",
                                    counted(comparison.runs, "run"), counted(comparison.baseline_runs, "run"),
                                    counted(comparison.common_hosts, "host"),
                                    counted(comparison.common_lengths, "length")));
    if (std::isfinite(comparison.overall_factor))
        sentences.push_back(overall_text(comparison.overall_factor));
    if (comparison.weak) {
        const std::string basis =
            std::min(comparison.runs, comparison.baseline_runs) == 1
                ? "A single run on one side is"
                : fmt::format("{} runs against {} are", comparison.runs, comparison.baseline_runs);
        sentences.push_back(
            basis + " a weak basis, because healthy runs differ too. Give four or more runs on each side.");
    }
    if (!comparison.new_hosts.empty()) {
        sentences.push_back("Not in the baseline: " + listed(comparison.new_hosts, max_hosts) + ".");
    }
    if (!comparison.gone_hosts.empty()) {
        sentences.push_back("In the baseline alone: " + listed(comparison.gone_hosts, max_hosts) + ".");
    }
    return sentences;
}

std::string shared_cores_text(const Diagnosis& diagnosis, const Language& in) {
    return filled_phrase(
        in, "{} of {} ranks shared cores with others: delays include waiting for a core.",
        {std::to_string(diagnosis.basis.ranks_sharing_cores), std::to_string(diagnosis.ranks)});
}

std::string slowdown_text(double factor) {
    constexpr double read_as_times = 2;
    constexpr double not_worth_a_number = 1000;
    if (!(factor < not_worth_a_number)) return "many times";
    return factor < read_as_times ? format_share(factor - 1, 2) : format_plain(factor, 2) + " times";
}

std::string listed(const std::vector<std::string>& texts, std::size_t most) {
    const auto end = texts.begin() + static_cast<std::ptrdiff_t>(std::min(most, texts.size()));
    std::string text = joined_by(std::span(texts.begin(), end), ", ");
    if (texts.size() > most) text += fmt::format(" and {} more", texts.size() - most);
    return text;
}

std::string ranks_text(const std::vector<std::int64_t>& ascending) {
    std::vector<std::string> ranges;
    for (std::size_t first = 0; first < ascending.size();) {
        std::size_t last = first;
        while (last + 1 < ascending.size() && ascending[last + 1] == ascending[last] + 1) ++last;
        ranges.push_back(first == last ? fmt::format("{}", ascending[first])
                                       : fmt::format("{}-{}", ascending[first], ascending[last]));
        first = last + 1;
    }
    return listed(ranges, max_ranks);
}

}  // namespace fabricmap::diagnosis
