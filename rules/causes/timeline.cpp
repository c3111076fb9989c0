// SPDX-License-Identifier: Apache-2.0
#include "rules/causes/timeline.hpp"

#include "rules/records/call_fields.hpp"
#include "tracing/model/field_tables.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::rules {
namespace {

using tracing::RecordTable;
using tracing::RecordType;

// Windows of ranks that are hardly ever in step would be the whole run for each of their waits, and so would
// be the search of a moment when they were.
constexpr std::ptrdiff_t max_calls = 256;
// Of a wait, what two ranks that are in step may be apart.
constexpr double tolerated_fraction = 0.1;

}  // namespace

Timeline::Timeline(const tracing::Trace& trace, const std::vector<std::span<const PlacedWait>>& waits,
                   std::span<const PlacedWait> unseen) {
    constexpr RecordType type = RecordType::process;
    const RecordTable& processes = trace[type];
    for (std::size_t process = 0; process < processes.size(); ++process) {
        lines_[processes.number(tracing::field(type, "rank"), process)].start =
            processes.number(tracing::field(type, "start_time"), process);
    }
    add_calls(trace);
    add_unseen_calls(unseen);
    sort_calls();
    for (const std::span<const PlacedWait>& of_rule : waits) add_waits(of_rule, false);
    add_waits(unseen, true);
    unite_waits();
    add_operations(trace);
    add_messages(trace);
}

std::vector<double> Timeline::ranks() const {
    std::vector<double> all;
    for (const auto& [rank, line] : lines_) all.push_back(rank);
    return all;
}

const std::vector<TimelineWait>& Timeline::waits_of(double rank) const {
    static const std::vector<TimelineWait> none;
    const auto line = lines_.find(rank);
    return line == lines_.end() ? none : line->second.waits;
}

void Timeline::add_calls(const tracing::Trace& trace) {
    for (const tracing::RecordInfo& info : tracing::record_types()) {
        const RecordTable& table = trace[info.type];
        for (const TimedCallFields& fields : timed_call_fields_of(info.type)) {
            for (std::size_t record = 0; record < table.size(); ++record) {
                const double start = table.number(fields.start, record);
                const double finish = table.number(fields.finish, record);
                const auto line = lines_.find(table.number(fields.rank, record));
                if (!(start <= finish) || line == lines_.end()) continue;
                const tracing::StringId place = table.text(fields.place, record);
                line->second.calls.push_back(
                    {start, finish, place == tracing::no_string ? -1 : static_cast<double>(place)});
            }
        }
    }
}

/// No record tells of them, where nobody knows their other side.
void Timeline::add_unseen_calls(std::span<const PlacedWait> unseen) {
    for (const PlacedWait& call : unseen) {
        const auto line = lines_.find(call.rank);
        if (line == lines_.end() || !(call.from <= call.to)) continue;
        line->second.calls.push_back({call.from, call.to, std::isnan(call.place) ? -1 : call.place});
    }
}

/// Several records may tell of one call.
void Timeline::sort_calls() {
    for (auto& [rank, line] : lines_) {
        std::vector<Call>& calls = line.calls;
        std::sort(calls.begin(), calls.end(), [](const Call& a, const Call& b) {
            if (a.start != b.start) return a.start < b.start;
            const bool is_point = a.finish == a.start;
            return is_point != (b.finish == b.start) ? is_point : a.finish > b.finish;
        });
        double last = line.start;
        std::erase_if(calls, [&](const Call& call) {
            const bool is_within = call.finish <= last;
            last = std::max(last, call.finish);
            return is_within && call.start < call.finish;
        });
    }
}

void Timeline::add_waits(std::span<const PlacedWait> waits, bool are_unseen) {
    for (const PlacedWait& wait : waits) {
        const auto line = lines_.find(wait.rank);
        if (line == lines_.end() || std::isnan(wait.other)) continue;
        line->second.waits.push_back({wait.from, wait.to, wait.other, are_unseen});
    }
}

void Timeline::unite_waits() {
    for (auto& [rank, line] : lines_) {
        std::vector<TimelineWait>& all = line.waits;
        std::sort(all.begin(), all.end(),
                  [](const TimelineWait& a, const TimelineWait& b) { return a.from < b.from; });
        std::size_t last = 0;
        for (std::size_t next = 1; next < all.size(); ++next) {
            if (all[next].from >= all[last].to) {
                all[++last] = all[next];
            } else if (all[next].to > all[last].to) {
                all[last].to = all[next].to;
                all[last].other = all[next].other;
                all[last].is_unseen = all[next].is_unseen;
            }
        }
        all.resize(std::min(all.size(), last + 1));
    }
}

void Timeline::add_operations(const tracing::Trace& trace) {
    constexpr RecordType type = RecordType::collective;
    const RecordTable& table = trace[type];
    for (std::size_t record = 0; record < table.size(); ++record) {
        const double instance = table.number(tracing::field(type, "instance"), record);
        const double rank = table.number(tracing::field(type, "process_rank"), record);
        const auto line = lines_.find(rank);
        if (std::isnan(instance) || line == lines_.end()) continue;
        const double finish = std::fmax(table.number(tracing::field(type, "finish_time"), record),
                                        table.number(tracing::field(type, "wait_finish_time"), record));
        const auto number = static_cast<std::size_t>(instance);
        line->second.operations.emplace_back(finish, number);
        ends_[{number, rank}] = finish;
    }
    for (auto& [rank, line] : lines_) std::sort(line.operations.begin(), line.operations.end());
}

void Timeline::add_messages(const tracing::Trace& trace) {
    constexpr RecordType type = RecordType::point_to_point;
    const RecordTable& table = trace[type];
    for (std::size_t record = 0; record < table.size(); ++record) {
        const double from = table.number(tracing::field(type, "send_process_rank"), record);
        const double to = table.number(tracing::field(type, "receive_process_rank"), record);
        const double sent = table.number(tracing::field(type, "send_finish_time"), record);
        const double received =
            std::fmax(table.number(tracing::field(type, "receive_finish_time"), record),
                      table.number(tracing::field(type, "receive_wait_finish_time"), record));
        messages_[{from, to}].push_back({sent, received});
        messages_[{to, from}].push_back({received, sent});
    }
    for (auto& [ranks, ends] : messages_)
        std::sort(ends.begin(), ends.end(), [](const Step& a, const Step& b) { return a.own < b.own; });
}

Timeline::Window Timeline::window(double rank, double from, double to) const {
    Window window{from, {}, {}};
    const auto found = lines_.find(rank);
    if (found == lines_.end()) return window;
    const std::vector<Call>& calls = found->second.calls;
    const std::vector<TimelineWait>& waits = found->second.waits;
    const auto by_start = [](double time, const Call& call) { return time < call.start; };
    auto end = std::upper_bound(calls.begin(), calls.end(), to, by_start);
    auto call = std::upper_bound(calls.begin(), end, from, by_start);
    if (call != calls.begin()) --call;
    if (end - call > max_calls) {
        call = end - max_calls;
        from = call->start;
        window.from = from;
    }
    auto wait = std::partition_point(waits.begin(), waits.end(),
                                     [&](const TimelineWait& one) { return one.to <= from; });
    double after = call == calls.begin() ? -1 : (call - 1)->place;
    double now = from;
    for (;; ++call) {
        const bool is_last = call == end;
        const double begins = is_last ? to : std::min(to, call->start);
        if (begins > now) spend(window, {call == calls.end() ? -1 : call->place, false}, begins - now, after);
        if (is_last) return window;
        now = std::max(now, begins);
        const double ends = std::min(to, call->finish);
        double waited = 0;
        for (; wait != waits.end() && wait->from < ends; ++wait) {
            const double seconds = std::min(ends, wait->to) - std::max(now, wait->from);
            if (seconds <= 0) continue;
            window.waits.emplace_back(static_cast<std::size_t>(wait - waits.begin()), seconds);
            waited += seconds;
            if (wait->to > ends) break;
        }
        if (ends - now > waited) spend(window, {call->place, true}, ends - now - waited, after);
        now = std::max(now, ends);
        after = call->place;
    }
}

void Timeline::spend(Window& window, const Activity& activity, double seconds, double after) {
    Spent& spent = window.activities[activity];
    spent.seconds += seconds;
    if (seconds <= spent.longest) return;
    spent.longest = seconds;
    spent.after = after;
}

Timeline::Step Timeline::last_step(double rank, const TimelineWait& wait) const {
    const double other = wait.other;
    Step step{lines_.at(rank).start, lines_.contains(other) ? lines_.at(other).start : 0};
    // Where the other went on much later, it was late already: a message that it took long after that was
    // sent has brought nobody in step.
    const double max_apart = tolerated_fraction * (wait.to - wait.from);
    const auto fits = [&](const Step& one) {
        return one.other < wait.to && one.other - one.own <= max_apart;
    };
    const auto messages = messages_.find({rank, other});
    if (messages != messages_.end()) {
        const Ends& ends = messages->second;
        auto next = std::upper_bound(ends.begin(), ends.end(), wait.from,
                                     [](double time, const Step& one) { return time < one.own; });
        const auto oldest = next - std::min(max_calls, next - ends.begin());
        while (next != oldest && !fits(*(next - 1))) --next;
        if (next != oldest) step = *(next - 1);
    }
    const auto& operations = lines_.at(rank).operations;
    auto operation = std::upper_bound(operations.begin(), operations.end(), wait.from,
                                      [](double time, const auto& one) { return time < one.first; });
    const auto first = operation - std::min(max_calls, operation - operations.begin());
    while (operation != first) {
        --operation;
        if (operation->first < step.own) break;
        const auto end = ends_.find({operation->second, other});
        if (end != ends_.end() && fits({operation->first, end->second}))
            return {operation->first, end->second};
    }
    return step;
}

}  // namespace fabricmap::rules
