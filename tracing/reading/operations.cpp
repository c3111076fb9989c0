// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/operations.hpp"

#include "base/quantities.hpp"
#include "tracing/functions/functions.hpp"
#include "tracing/reading/events.hpp"
#include "tracing/reading/last_calls.hpp"
#include "tracing/reading/message_matching.hpp"
#include "tracing/reading/rank_events.hpp"
#include "tracing/reading/signal_matching.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricmap::tracing {
namespace {

/// Not known where one host's is not.
double ranks_per_processor(const Recording& recording) {
    std::map<std::string, std::pair<double, double>> hosts;
    for (const RankRecording& rank : recording.ranks) {
        auto& [ranks, processors] = hosts[rank.host()];
        ++ranks;
        processors = static_cast<double>(rank.header.host_processors);
    }
    double most = 0;
    for (const auto& [host, counts] : hosts) {
        const auto& [ranks, processors] = counts;
        if (processors == 0) return never;
        most = std::max(most, std::ceil(ranks / processors));
    }
    return most;
}

void add_processes(const Recording& recording, const std::vector<RankClock>& clocks, Events& events,
                   Trace& trace) {
    constexpr auto process = RecordType::process;
    constexpr auto program = RecordType::program;
    double last = 0;
    double clock_error = 0;
    for (const RankRecording& rank : recording.ranks) {
        const RankClock& clock = clocks[static_cast<std::size_t>(rank.header.rank)];
        double end = 0;
        for (const Moment& moment : rank.moments) end = std::max(end, clock.seconds(moment.counter));
        RecordTable& table = trace[process];
        const std::size_t record = table.add();
        table.set(field(process, "rank"), record, static_cast<double>(rank.header.rank));
        table.set(field(process, "start_time"), record, clock.seconds(rank.header.first_call));
        table.set(field(process, "finish_time"), record, end);
        trace.set(process, field(process, "host"), record, rank.host());
        last = std::max(last, end);
        // Two ranks may be off to either side.
        clock_error = std::max(clock_error, 2 * clock.error_bound_s());
    }
    RecordTable& table = trace[program];
    table.add();
    table.set(field(program, "process_count"), 0, static_cast<double>(recording.rank_count));
    table.set(field(program, "total_time"), 0, last);
    table.set(field(program, "total_communication_time"), 0, events.communication_seconds);
    table.set(field(program, "clock_error"), 0, clock_error);
    table.set(field(program, "ranks_per_processor"), 0, ranks_per_processor(recording));
    table.set(field(program, "complete"), 0, recording.is_complete() ? 1.0 : 0.0);
}

std::string_view op_type_named(std::string_view name) {
    const FunctionInfo* const info = find_function(name);
    return info == nullptr ? std::string_view("atomic") : info->op_type;
}

/// The fields that records of a call have.
struct CallRecordFields {
    FieldIndex op_name;
    FieldIndex process_rank;
    FieldIndex start_time;
    FieldIndex finish_time;
    FieldIndex source_code;
    OriginFields origin;
};

consteval CallRecordFields call_record_fields(RecordType type) {
    return {field(type, "op_name"),     field(type, "process_rank"),
            field(type, "start_time"),  field(type, "finish_time"),
            field(type, "source_code"), {field(type, "caller"), field(type, "thread")}};
}

std::size_t add_call(RecordTable& table, const CallRecordFields& fields, const TimedCall& call) {
    const std::size_t record = table.add();
    table.set(fields.op_name, record, call.function);
    table.set(fields.process_rank, record, static_cast<double>(call.rank));
    table.set(fields.start_time, record, call.start);
    table.set(fields.finish_time, record, call.finish);
    table.set(fields.source_code, record, call.place);
    set_origin(table, fields.origin, record, call);
    return record;
}

void add_accesses(const Events& events, Trace& trace) {
    constexpr auto type = RecordType::one_sided;
    RecordTable& table = trace[type];
    for (const Access& access : events.accesses) {
        const std::size_t record = add_call(table, call_record_fields(type), access.call);
        const std::string_view name = trace.strings()[access.call.function];
        trace.set(type, field(type, "op_type"), record, op_type_named(name));
        if (access.target >= 0) {
            table.set(field(type, "target_process_rank"), record, static_cast<double>(access.target));
        }
        table.set(field(type, "bytes"), record, static_cast<double>(access.bytes));
        trace.set(type, field(type, "window"), record,
                  name.starts_with("MPI_") ? events.groups[access.group] : "symmetric memory");
        table.set(field(type, "complete_time"), record, access.completing.finish);
        table.set(field(type, "complete_start_time"), record, access.completing.start);
        table.set(field(type, "complete_source_code"), record, access.completing.place);
    }
}

void add_locks(const Events& events, Trace& trace) {
    constexpr auto type = RecordType::lock;
    RecordTable& table = trace[type];
    for (const LockHeld& lock : events.locks) {
        const std::size_t record = table.add();
        table.set(field(type, "op_name"), record, lock.call.function);
        trace.set(type, field(type, "op_type"), record, lock.is_exclusive ? "exclusive" : "shared");
        if (!lock.name.empty()) {
            trace.set(type, field(type, "lock"), record, lock.name);
        } else if (lock.owner >= 0) {
            trace.set(type, field(type, "lock"), record,
                      fmt::format("{} of rank {}", events.groups[lock.group], lock.owner));
        } else {
            trace.set(type, field(type, "lock"), record, events.groups[lock.group]);
        }
        table.set(field(type, "process_rank"), record, static_cast<double>(lock.call.rank));
        if (lock.owner >= 0) {
            table.set(field(type, "owner_process_rank"), record, static_cast<double>(lock.owner));
        }
        table.set(field(type, "start_time"), record, lock.call.start);
        table.set(field(type, "acquire_time"), record, lock.call.finish);
        table.set(field(type, "release_time"), record, lock.release_start);
        table.set(field(type, "finish_time"), record, lock.release_finish);
        table.set(field(type, "source_code"), record, lock.call.place);
        table.set(field(type, "release_source_code"), record, lock.release_place);
        set_origin(table, {field(type, "caller"), field(type, "thread")}, record, lock.call);
    }
}

void add_polls(const Events& events, Trace& trace) {
    constexpr auto type = RecordType::poll;
    RecordTable& table = trace[type];
    for (const Poll& poll : events.polls) {
        const std::size_t record = add_call(table, call_record_fields(type), poll.call);
        trace.set(type, field(type, "op_type"), record, poll.type);
        if (poll.source >= 0) {
            table.set(field(type, "source_process_rank"), record, static_cast<double>(poll.source));
            table.set(field(type, "tag"), record, static_cast<double>(poll.tag));
            if (poll.bytes >= 0) table.set(field(type, "bytes"), record, static_cast<double>(poll.bytes));
        }
        table.set(field(type, "count"), record, static_cast<double>(poll.count));
        table.set(field(type, "found"), record, poll.has_found ? 1. : 0.);
        table.set(field(type, "inside_time"), record, poll.inside);
        if (poll.has_group) trace.set(type, field(type, "communicator"), record, events.groups[poll.group]);
    }
}

void add_file_accesses(const Events& events, Trace& trace) {
    constexpr auto type = RecordType::file_access;
    RecordTable& table = trace[type];
    for (const FileAccess& access : events.file_accesses) {
        const std::size_t record = add_call(table, call_record_fields(type), access.call);
        trace.set(type, field(type, "op_type"), record, op_type_named(trace.strings()[access.call.function]));
        table.set(field(type, "file"), record, access.file);
        if (access.bytes >= 0) table.set(field(type, "bytes"), record, static_cast<double>(access.bytes));
        table.set(field(type, "phase"), record, access.call.phase);
    }
}

void add_call_sites(const Events& events, Trace& trace) {
    constexpr auto type = RecordType::call_site;
    RecordTable& table = trace[type];
    for (const CallSite& site : events.call_sites) {
        const std::size_t record = table.add();
        table.set(field(type, "op_name"), record, site.function);
        table.set(field(type, "process_rank"), record, static_cast<double>(site.rank));
        table.set(field(type, "source_code"), record, site.place);
        table.set(field(type, "count"), record, static_cast<double>(site.calls));
        table.set(field(type, "inside_time"), record, site.inside_s);
        table.set(field(type, "bytes"), record, static_cast<double>(site.bytes));
    }
}

void add_regions(const Events& events, Trace& trace) {
    constexpr auto type = RecordType::region;
    RecordTable& table = trace[type];
    for (const Region& region : events.regions) {
        const std::size_t record = table.add();
        table.set(field(type, "name"), record, region.name);
        table.set(field(type, "process_rank"), record, static_cast<double>(region.rank));
        table.set(field(type, "start_time"), record, region.start);
        table.set(field(type, "finish_time"), record, region.finish);
    }
}

}  // namespace

Events events_of(const Recording& recording, const std::vector<RankClock>& clocks, SourceLines& lines,
                 Strings& strings) {
    Events events;
    events.hiding_ranks = ranks_hiding_partners(incomplete_ranks(recording));
    GroupNumbers groups(events.groups);
    const Worlds worlds(recording);
    for (const RankRecording& rank : recording.ranks) {
        RankEvents(rank, worlds, clocks[static_cast<std::size_t>(rank.header.rank)], lines, strings, groups,
                   events)
            .add_all();
    }
    return events;
}

void match_events(Events& events, Operations& operations) {
    Trace& trace = operations.trace;
    const double clock_error =
        trace[RecordType::program].number(field(RecordType::program, "clock_error"), 0);
    match_messages(events, clock_error, operations);
    match_collectives(events, operations);
    match_exposures(events, trace, operations.report);
    add_accesses(events, trace);
    add_locks(events, trace);
    add_signals(events, clock_error, trace);
    add_regions(events, trace);
    add_polls(events, trace);
    add_file_accesses(events, trace);
    add_call_sites(events, trace);
    operations.report.ends_without_begin = events.ends_without_begin;
    operations.report.damaged_threads = events.damaged_threads;
    operations.blocks = std::move(events.blocks);
}

Operations operations_of(const Recording& recording, SourceLines& lines) {
    const std::vector<RankClock> clocks = clocks_of(recording);
    Operations operations;
    Events events = events_of(recording, clocks, lines, operations.trace.strings());
    add_processes(recording, clocks, events, operations.trace);
    match_events(events, operations);
    operations.report.gaps = describe_gaps(recording);
    operations.incomplete_ranks = incomplete_ranks(recording);
    add_last_calls(recording, clocks, lines, operations.incomplete_ranks);
    operations.exit_code = recording.exit_code;
    return operations;
}

std::string describe_report(const MatchingReport& report) {
    std::string text = report.gaps;
    const auto add = [&](std::uint64_t count, std::string_view thing, std::string_view what) {
        if (count == 0) return;
        text += fmt::format("{} {}\n", counted(static_cast<std::int64_t>(count), thing), what);
    };
    add(report.damaged_threads, "thread", "with calls that make no sense from some point on");
    add(report.unmatched_sends, "send", "without the receive");
    add(report.unmatched_receives, "receive", "without the send");
    add(report.messages_of_unknown, "message",
        "from or to a process that is not known, as of another world that is not here: not matched");
    add(report.unfinished_receives, "receive", "never completed");
    add(report.assumed_receives, "receive",
        "whose message the archive does not tell: the sends that were left over are taken in order");
    add(report.cancelled, "request", "cancelled");
    add(report.unequal_lengths, "message", "matched with a receive of another length: calls are missing");
    add(report.early_receives, "message", "received before it was sent: the clocks do not fit");
    add(report.incomplete_collectives, "collective operation", "without some of its members");
    add(report.ends_without_begin, "phase", "ended that had not begun");
    add(report.unmatched_epochs, "epoch", "of a window without the other side's");
    add(report.mixed_collectives, "collective operation", "with different functions or roots");
    return text;
}

}  // namespace fabricmap::tracing
