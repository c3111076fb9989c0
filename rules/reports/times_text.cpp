// SPDX-License-Identifier: Apache-2.0
#include "rules/reports/times_text.hpp"

#include "base/number_ranges.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::rules {
namespace {

constexpr std::size_t max_rank_rows = 8;
constexpr std::size_t max_causes = 3;
constexpr std::size_t max_unexplained = 5;
constexpr double small_cause = 0.001;  // of the processes' time

std::string time_row(const std::string& name, const RankTime& time) {
    const auto percent = [&](double part) {
        return fmt::format("{:.1f} %", time.total > 0 ? 100 * part / time.total : 0);
    };
    return fmt::format("  {:<14}{:>10}{:>13}{:>10}{:>10}{:>10}{:>10}{:>13}\n", name, format_delay(time.total),
                       percent(time.computation), percent(time.waited()), percent(time.transfer),
                       percent(time.files), percent(time.library), percent(time.unexplained));
}

RankTime mean_of(const std::vector<RankTime>& ranks) {
    RankTime mean;
    for (const RankTime& rank : ranks) {
        const auto share = 1 / static_cast<double>(ranks.size());
        mean.total += share * rank.total;
        mean.computation += share * rank.computation;
        mean.transfer += share * rank.transfer;
        mean.files += share * rank.files;
        mean.library += share * rank.library;
        mean.unexplained += share * rank.unexplained;
        mean.waits.resize(rank.waits.size());
        for (std::size_t rule = 0; rule < rank.waits.size(); ++rule)
            mean.waits[rule] += share * rank.waits[rule];
    }
    return mean;
}

/// "rank 2", "ranks 0 (54 %), 1 (46 %)".
std::string causing_ranks(const RootCause& cause) {
    constexpr std::size_t max_ranks = 4;
    constexpr double smallest_share = 0.01;
    std::vector<std::pair<std::int64_t, double>> ranks;
    for (const auto& [rank, seconds] : cause.seconds_by_rank) {
        if (seconds >= smallest_share * cause.seconds) ranks.emplace_back(rank, seconds);
    }
    if (ranks.size() == 1) return fmt::format("rank {}", ranks.front().first);
    std::stable_sort(ranks.begin(), ranks.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> texts;
    for (std::size_t one = 0; one < std::min(max_ranks, ranks.size()); ++one) {
        texts.push_back(
            fmt::format("{} ({})", ranks[one].first, format_share(ranks[one].second / cause.seconds)));
    }
    if (ranks.size() > max_ranks) texts.push_back(fmt::format("{} more", ranks.size() - max_ranks));
    return "ranks " + joined_by(texts, ", ");
}

std::string line_of(const std::string& place) {
    return place.empty() ? "a call of which no line is known" : place;
}

}  // namespace

std::string ranks_text(const std::set<std::int64_t>& ranks) {
    return fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks", format_ranges(ranks));
}

std::string times_text(const Report& report) {
    const std::vector<RankTime>& ranks = report.times.ranks;
    if (ranks.empty()) return {};
    std::string text = fmt::format("\n  {:<14}{:>10}{:>13}{:>10}{:>10}{:>10}{:>10}{:>13}\n", "", "run",
                                   "computation", "waits", "transfer", "files", "MPI", "unexplained");
    const auto name_of = [](const RankTime& rank) { return fmt::format("rank {}", rank.rank); };
    if (ranks.size() <= max_rank_rows) {
        for (const RankTime& rank : ranks) text += time_row(name_of(rank), rank);
        return text;
    }
    const auto [least, most] =
        std::minmax_element(ranks.begin(), ranks.end(),
                            [](const RankTime& a, const RankTime& b) { return a.waited() < b.waited(); });
    text += time_row(fmt::format("{} ranks", ranks.size()), mean_of(ranks));
    return text + time_row(name_of(*most), *most) + time_row(name_of(*least), *least);
}

std::string cause_sentence(const RootCause& cause) {
    const std::string ranks = causing_ranks(cause);
    const bool is_one = ranks.starts_with("rank ");
    if (cause.is_unseen) return fmt::format("what {} did is not known, as calls are missing", ranks);
    if (cause.is_call)
        return fmt::format("{} {} long in {}", ranks, is_one ? "is" : "are", line_of(cause.at));
    if (cause.is_launch) return fmt::format("{} {} late to MPI_Init", ranks, is_one ? "comes" : "come");
    const std::string since = cause.after.empty() ? "its start"
                              : cause.after == cause.at
                                  ? (is_one ? "its last call there" : "their last calls there")
                              : cause.is_after_init ? fmt::format("MPI_Init ({})", cause.after)
                                                    : cause.after;
    return fmt::format("{} {} late to {}, computing since {}", ranks, is_one ? "comes" : "come",
                       line_of(cause.at), since);
}

bool is_small_cause(const Report& report, const RootCause& cause) noexcept {
    return report.fraction_of(cause.seconds) < small_cause;
}

std::string causes_text(const Report& report) {
    std::string text;
    std::size_t shown = 0;
    for (const RootCause& cause : report.causes) {
        const double fraction = report.fraction_of(cause.seconds);
        if (is_small_cause(report, cause) || shown++ == max_causes) break;
        text += fmt::format("  {}: others wait {} for it in the end, {} of the run\n", cause_sentence(cause),
                            format_delay(cause.seconds), format_share(fraction));
    }
    return text.empty() ? text : "\nWhat ranks wait for in the end:\n" + text;
}

std::string unseen_text(const RuleReport& rule) {
    constexpr double smallest_fraction = 0.01;
    if (rule.unseen_fraction < smallest_fraction) return {};
    return fmt::format(
        "{} of it began in calls with ranks whose calls are missing: who is to blame is not known",
        format_share(rule.unseen_fraction));
}

std::string_view unexplained_heading(const Report& report) noexcept {
    return report.hides_partners() ? "MPI time that may be of waits for ranks whose calls are missing"
                                   : "MPI time that no rule explains";
}

std::string unexplained_text(const Report& report) {
    if (!report.is_unexplained_above()) return {};
    std::string text =
        fmt::format("\n{}: {} of the run, {}\n", unexplained_heading(report),
                    format_share(report.unexplained_fraction), format_delay(report.unexplained_seconds));
    std::size_t shown = 0;
    for (const UnexplainedCalls& calls : report.times.unexplained) {
        if (shown++ == max_unexplained) break;
        text += fmt::format("  {} at {}: {}; {}\n", calls.function, line_of(calls.place),
                            format_delay(calls.seconds), ranks_text(calls.ranks));
    }
    return text;
}

}  // namespace fabricmap::rules
