// SPDX-License-Identifier: Apache-2.0
#include "tracing/views/caller_sums.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace fabricmap::tracing {

double imbalance_of(const RankSeconds& seconds, std::size_t ranks) {
    double longest = 0;
    double sum = 0;
    for (const auto& [rank, own] : seconds) {
        longest = std::max(longest, own);
        sum += own;
    }
    const double mean = sum / static_cast<double>(ranks);
    return mean > 0 ? longest / mean - 1 : 0;
}

void CallerSums::add(const std::vector<std::string>& callers, int rank, std::uint64_t calls, double seconds) {
    OfPath& sum = paths_[callers];
    sum.calls += calls;
    sum.seconds_of_rank[rank] += seconds;
}

std::size_t CallerSums::common_callers() const {
    const std::vector<std::string>& first = paths_.begin()->first;
    std::size_t common = first.size();
    for (const auto& [callers, sum] : paths_) {
        const auto end = std::mismatch(first.begin(), first.end(), callers.begin(), callers.end()).first;
        common = std::min(common, static_cast<std::size_t>(end - first.begin()));
    }
    return common;
}

std::vector<CallerLine> CallerSums::lines(std::size_t ranks) const {
    if (paths_.size() < 2) return {};
    const std::size_t depth = common_callers() + 1;
    std::map<std::vector<std::string>, OfPath> sums;
    for (const auto& [callers, sum] : paths_) {
        const auto end = callers.begin() + static_cast<std::ptrdiff_t>(std::min(depth, callers.size()));
        OfPath& of_callers = sums[{callers.begin(), end}];
        of_callers.calls += sum.calls;
        for (const auto& [rank, seconds] : sum.seconds_of_rank) of_callers.seconds_of_rank[rank] += seconds;
    }
    std::vector<CallerLine> lines;
    for (const auto& [callers, sum] : sums) {
        CallerLine& line = lines.emplace_back();
        line.callers = callers.empty() ? "(outermost)" : fmt::format("{}", fmt::join(callers, " < "));
        line.calls = sum.calls;
        for (const auto& [rank, seconds] : sum.seconds_of_rank) line.seconds += seconds;
        line.imbalance = imbalance_of(sum.seconds_of_rank, ranks);
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const CallerLine& a, const CallerLine& b) { return a.seconds > b.seconds; });
    return lines;
}

}  // namespace fabricmap::tracing
