// SPDX-License-Identifier: Apache-2.0
#include "rules/records/mpi_activity.hpp"

#include "rules/records/call_fields.hpp"
#include "rules/records/record_values.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::rules {

MpiActivity::MpiActivity(const tracing::Trace& trace) {
    for (const tracing::RecordInfo& info : tracing::record_types()) {
        const tracing::RecordTable& table = trace[info.type];
        for (const TimedCallFields& fields : timed_call_fields_of(info.type)) {
            const auto starts = table.numbers(fields.start);
            const auto finishes = table.numbers(fields.finish);
            const auto ranks = table.numbers(fields.rank);
            if (starts.empty() || finishes.empty() || ranks.empty()) continue;
            for (std::size_t record = 0; record < table.size(); ++record) {
                if (starts[record] <= finishes[record])
                    by_rank_[ranks[record]].push_back({starts[record], finishes[record]});
            }
        }
    }
    // Calls of several records are one, and so are those that follow each other at once.
    for (auto& [rank, calls] : by_rank_) {
        unite(calls);
        calls.shrink_to_fit();
    }
}

Intervals::const_iterator MpiActivity::ending_after(const Intervals& all, double time) noexcept {
    return std::upper_bound(all.begin(), all.end(), time,
                            [](double moment, const Interval& one) { return moment < one.to; });
}

double MpiActivity::next_outside(double rank, double time) const noexcept {
    const auto calls = by_rank_.find(rank);
    if (std::isnan(time) || calls == by_rank_.end()) return unknown;
    const auto next = ending_after(calls->second, time);
    return next == calls->second.end() || next->from > time ? time : next->to;
}

double MpiActivity::next_inside(double rank, double time) const noexcept {
    const auto calls = by_rank_.find(rank);
    if (std::isnan(time) || calls == by_rank_.end()) return unknown;
    const auto next = ending_after(calls->second, time);
    return next == calls->second.end() ? unknown : std::max(time, next->from);
}

}  // namespace fabricmap::rules
