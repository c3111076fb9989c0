// SPDX-License-Identifier: Apache-2.0
#include "rules/records/mpi_activity.hpp"

#include "rules/records/call_fields.hpp"
#include "rules/records/record_values.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::rules {

using tracing::FieldIndex;

MpiActivity::MpiActivity(const tracing::Trace& trace) {
    for (const tracing::RecordInfo& info : tracing::record_types()) {
        const tracing::RecordTable& table = trace[info.type];
        for (const CallFields& fields : call_fields_of(static_cast<TypeIndex>(info.type))) {
            if (!fields.start || !fields.finish) continue;
            const auto starts = table.numbers(static_cast<FieldIndex>(*fields.start));
            const auto finishes = table.numbers(static_cast<FieldIndex>(*fields.finish));
            const auto ranks = table.numbers(static_cast<FieldIndex>(fields.rank));
            if (starts.empty() || finishes.empty() || ranks.empty()) continue;
            for (std::size_t record = 0; record < table.size(); ++record) {
                if (starts[record] <= finishes[record])
                    by_rank_[ranks[record]].push_back({starts[record], finishes[record]});
            }
        }
    }
    for (auto& [rank, calls] : by_rank_) join_calls(calls);
}

/// Calls of several records are one, and so are those that follow each other at once.
void MpiActivity::join_calls(Intervals& calls) {
    std::sort(calls.begin(), calls.end(),
              [](const Interval& a, const Interval& b) { return a.start < b.start; });
    std::size_t last = 0;
    for (std::size_t call = 1; call < calls.size(); ++call) {
        if (calls[call].start <= calls[last].finish) {
            calls[last].finish = std::max(calls[last].finish, calls[call].finish);
        } else {
            calls[++last] = calls[call];
        }
    }
    calls.resize(std::min(calls.size(), last + 1));
    calls.shrink_to_fit();
}

MpiActivity::Intervals::const_iterator MpiActivity::ending_after(const Intervals& all, double time) noexcept {
    return std::upper_bound(all.begin(), all.end(), time,
                            [](double moment, const Interval& one) { return moment < one.finish; });
}

double MpiActivity::next_outside(double rank, double time) const noexcept {
    const auto calls = by_rank_.find(rank);
    if (std::isnan(time) || calls == by_rank_.end()) return unknown;
    const auto next = ending_after(calls->second, time);
    return next == calls->second.end() || next->start > time ? time : next->finish;
}

double MpiActivity::next_inside(double rank, double time) const noexcept {
    const auto calls = by_rank_.find(rank);
    if (std::isnan(time) || calls == by_rank_.end()) return unknown;
    const auto next = ending_after(calls->second, time);
    return next == calls->second.end() ? unknown : std::max(time, next->start);
}

}  // namespace fabricmap::rules
