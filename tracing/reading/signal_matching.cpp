// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/signal_matching.hpp"

#include <algorithm>
#include <map>

namespace fabricmap::tracing {
namespace {

constexpr auto signal_type = RecordType::signal;

consteval FieldIndex signal_field(std::string_view name) {
    return field(signal_type, name);
}

/// The writes to each place that is waited for, by the process whose memory it is.
using WritesOfPlaces = std::map<std::pair<std::int32_t, MemoryPlace>, std::vector<const Access*>>;

WritesOfPlaces writes_of_places(const Events& events) {
    WritesOfPlaces writes;
    for (const SignalWait& wait : events.signals) writes[{wait.call.rank, wait.watched}];
    for (const Access& access : events.accesses) {
        const auto found = writes.find({access.target, access.written});
        if (found != writes.end()) found->second.push_back(&access);
    }
    for (auto& [place, all] : writes) {
        std::stable_sort(all.begin(), all.end(),
                         [](const Access* a, const Access* b) { return a->call.start < b->call.start; });
    }
    return writes;
}

const Access* last_before(const std::vector<const Access*>& writes, double time) {
    const auto after =
        std::upper_bound(writes.begin(), writes.end(), time,
                         [](double moment, const Access* access) { return moment < access->call.start; });
    return after == writes.begin() ? nullptr : *std::prev(after);
}

}  // namespace

void add_signals(const Events& events, double clock_error_s, Trace& trace) {
    if (events.signals.empty()) return;
    const WritesOfPlaces writes = writes_of_places(events);
    RecordTable& table = trace[signal_type];
    for (const SignalWait& wait : events.signals) {
        const std::size_t record = table.add();
        table.set(signal_field("op_name"), record, wait.call.function);
        table.set(signal_field("process_rank"), record, static_cast<double>(wait.call.rank));
        table.set(signal_field("start_time"), record, wait.call.start);
        table.set(signal_field("finish_time"), record, wait.call.finish);
        table.set(signal_field("source_code"), record, wait.call.place);
        set_origin(table, {signal_field("caller"), signal_field("thread")}, record, wait.call);
        const Access* const write =
            last_before(writes.at({wait.call.rank, wait.watched}), wait.call.finish + clock_error_s);
        if (write == nullptr) continue;
        table.set(signal_field("signal_process_rank"), record, static_cast<double>(write->call.rank));
        table.set(signal_field("signal_start_time"), record, write->call.start);
        table.set(signal_field("signal_source_code"), record, write->call.place);
    }
}

}  // namespace fabricmap::tracing
