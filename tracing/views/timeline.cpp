// SPDX-License-Identifier: Apache-2.0
#include "tracing/views/timeline.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace fabricmap::tracing {
namespace {

constexpr FieldIndex no_field{0xff};

/// The fields of a call in a record.
struct CallFields {
    RecordType type = RecordType::program;
    FieldIndex rank = no_field;
    FieldIndex start = no_field;
    FieldIndex finish = no_field;
    FieldIndex function = no_field;
    FieldIndex place = no_field;
    std::string_view name;  ///< where no field tells the function
    FieldIndex caller = no_field;
    FieldIndex thread = no_field;
};

consteval FieldIndex field_or_none(RecordType type, std::string_view name) {
    for (const FieldInfo& info : record_table.at(static_cast<std::size_t>(type)).fields) {
        if (info.name == name) return field(type, name);
    }
    return no_field;
}

consteval CallFields call_fields(RecordType type, std::string_view rank, std::string_view start,
                                 std::string_view finish, std::string_view function, std::string_view place) {
    return {type,
            field(type, rank),
            field(type, start),
            field(type, finish),
            field_or_none(type, function),
            field_or_none(type, place),
            function,
            no_field,
            no_field};
}

/// Of the call that a record is of, rather than one that completes it.
consteval CallFields with_origin(CallFields fields, std::string_view caller, std::string_view thread) {
    fields.caller = field(fields.type, caller);
    fields.thread = field(fields.type, thread);
    return fields;
}

/// Of types whose records tell of one call.
consteval CallFields fields_of_call(RecordType type) {
    return with_origin(
        call_fields(type, "process_rank", "start_time", "finish_time", "op_name", "source_code"), "caller",
        "thread");
}

struct CallKey {
    int rank = 0;
    double start = 0;
    double finish = 0;
    friend bool operator==(const CallKey&, const CallKey&) = default;
};
struct HashOfCall {
    std::size_t operator()(const CallKey& key) const noexcept {
        return mix(mix(std::bit_cast<std::uint64_t>(key.start), std::bit_cast<std::uint64_t>(key.finish)),
                   static_cast<std::uint64_t>(key.rank));
    }
};

class TimelineMaker {
  public:
    explicit TimelineMaker(const Trace& trace) : trace_(trace) {}

    Timeline make() {
        index_polls();
        add_messages();
        add_collectives();
        add_accesses();
        add_locks();
        add_exposures();
        add_signals();
        add_calls_alone(fields_of_call(RecordType::poll), &TimelineCall::poll);
        add_calls_alone(fields_of_call(RecordType::file_access), &TimelineCall::file_access);
        count_ranks();
        sort();
        return std::move(timeline_);
    }

  private:
    /// Of records whose call is not known there is none.
    TimelineCall* call_of(std::size_t record, const CallFields& fields) {
        const RecordTable& table = trace_[fields.type];
        const CallKey key{static_cast<int>(table.number(fields.rank, record)),
                          table.number(fields.start, record), table.number(fields.finish, record)};
        if (!(key.finish >= key.start) || key.rank < 0) return nullptr;
        const auto [found, is_new] = numbers_.emplace(key, timeline_.calls.size());
        if (is_new) timeline_.calls.push_back({key.rank, 0, key.start, key.finish, fields.name, {}, {}});
        TimelineCall& call = timeline_.calls[found->second];
        if (fields.function != no_field) call.function = trace_.text(fields.type, fields.function, record);
        if (fields.place != no_field) call.place = trace_.text(fields.type, fields.place, record);
        if (fields.caller != no_field) call.caller = trace_.text(fields.type, fields.caller, record);
        if (fields.thread != no_field && table.has(fields.thread, record))
            call.thread = table.number(fields.thread, record);
        return &call;
    }

    void add(std::size_t record, MarkKind kind, const CallFields& fields) {
        const TimelineCall* const call = call_of(record, fields);
        if (call == nullptr) return;
        timeline_.marks.push_back({kind, static_cast<std::size_t>(call - timeline_.calls.data()), record});
    }

    void index_polls() {
        constexpr auto type = RecordType::poll;
        const RecordTable& table = trace_[type];
        for (std::size_t record = 0; record < table.size(); ++record) {
            if (table.number(field(type, "found"), record) != 1) continue;
            const int rank = static_cast<int>(table.number(field(type, "process_rank"), record));
            polls_[{rank, 0, table.number(field(type, "finish_time"), record)}] =
                table.number(field(type, "start_time"), record);
        }
    }

    /// The call that completed a request: of tests in a row, which are one wait, the last.
    void add_completion(std::size_t record, MarkKind kind, const CallFields& fields) {
        const RecordTable& table = trace_[fields.type];
        const int rank = static_cast<int>(table.number(fields.rank, record));
        const double finish = table.number(fields.finish, record);
        const auto poll = polls_.find({rank, 0, finish});
        if (poll == polls_.end() || !(poll->second > table.number(fields.start, record)))
            return add(record, kind, fields);
        const auto [found, is_new] =
            numbers_.emplace(CallKey{rank, poll->second, finish}, timeline_.calls.size());
        // What it is called, the record of the poll tells.
        if (is_new) timeline_.calls.push_back({rank, 0, poll->second, finish, {}, {}, {}});
        timeline_.marks.push_back({kind, found->second, record});
    }

    /// Polls that have completed a request are the call that its message waits in.
    void add_calls_alone(const CallFields& fields, std::optional<std::size_t> TimelineCall::*own_record) {
        for (std::size_t record = 0; record < trace_[fields.type].size(); ++record) {
            if (TimelineCall* const call = call_of(record, fields)) call->*own_record = record;
        }
    }

    void add_messages() {
        constexpr auto type = RecordType::point_to_point;
        constexpr CallFields sending =
            with_origin(call_fields(type, "send_process_rank", "send_start_time", "send_finish_time",
                                    "send_op_name", "send_source_code"),
                        "send_caller", "send_thread");
        constexpr CallFields sent = call_fields(type, "send_process_rank", "send_wait_start_time",
                                                "send_wait_finish_time", "MPI_Wait", "send_wait_source_code");
        constexpr CallFields receiving =
            with_origin(call_fields(type, "receive_process_rank", "receive_start_time", "receive_finish_time",
                                    "receive_op_name", "receive_source_code"),
                        "receive_caller", "receive_thread");
        constexpr CallFields received =
            call_fields(type, "receive_process_rank", "receive_wait_start_time", "receive_wait_finish_time",
                        "MPI_Wait", "receive_wait_source_code");
        for (std::size_t record = 0; record < trace_[type].size(); ++record) {
            const bool sends_later = trace_[type].has(sent.finish, record);
            add(record, sends_later ? MarkKind::send_start : MarkKind::send, sending);
            if (sends_later) add_completion(record, MarkKind::send_complete, sent);
            const bool receives_later = trace_[type].has(received.finish, record);
            add(record, receives_later ? MarkKind::receive_start : MarkKind::receive, receiving);
            if (receives_later) add_completion(record, MarkKind::receive_complete, received);
        }
    }
    void add_collectives() {
        constexpr auto type = RecordType::collective;
        constexpr CallFields fields = fields_of_call(type);
        for (std::size_t record = 0; record < trace_[type].size(); ++record)
            add(record, MarkKind::collective, fields);
    }
    void add_accesses() {
        constexpr auto type = RecordType::one_sided;
        constexpr CallFields fields = fields_of_call(type);
        for (std::size_t record = 0; record < trace_[type].size(); ++record) {
            add(record, MarkKind::access, fields);
            if (trace_[type].has(field(type, "complete_time"), record))
                add(record, MarkKind::access_complete, fields);
        }
    }
    void add_locks() {
        constexpr auto type = RecordType::lock;
        constexpr CallFields lock_taken = with_origin(
            call_fields(type, "process_rank", "start_time", "acquire_time", "op_name", "source_code"),
            "caller", "thread");
        constexpr CallFields mpi = call_fields(type, "process_rank", "release_time", "finish_time",
                                               "MPI_Win_unlock", "release_source_code");
        constexpr CallFields mpi_of_all = call_fields(type, "process_rank", "release_time", "finish_time",
                                                      "MPI_Win_unlock_all", "release_source_code");
        constexpr CallFields shmem = call_fields(type, "process_rank", "release_time", "finish_time",
                                                 "shmem_clear_lock", "release_source_code");
        for (std::size_t record = 0; record < trace_[type].size(); ++record) {
            const std::string_view taken_by = trace_.text(type, lock_taken.function, record);
            const CallFields& mpi_release = taken_by.ends_with("_all") ? mpi_of_all : mpi;
            add(record, MarkKind::lock_acquire, lock_taken);
            add(record, MarkKind::lock_release, taken_by.starts_with("shmem") ? shmem : mpi_release);
        }
    }
    void add_exposures() {
        constexpr auto type = RecordType::exposure;
        constexpr CallFields post = call_fields(type, "target_process_rank", "post_start_time",
                                                "post_finish_time", "MPI_Win_post", "target_source_code");
        constexpr CallFields wait = call_fields(type, "target_process_rank", "wait_start_time",
                                                "wait_finish_time", "MPI_Win_wait", "wait_source_code");
        constexpr CallFields start = call_fields(type, "process_rank", "start_start_time",
                                                 "start_finish_time", "MPI_Win_start", "source_code");
        constexpr CallFields complete =
            call_fields(type, "process_rank", "complete_start_time", "complete_finish_time",
                        "MPI_Win_complete", "complete_source_code");
        for (std::size_t record = 0; record < trace_[type].size(); ++record) {
            add(record, MarkKind::exposure_post, post);
            add(record, MarkKind::exposure_wait, wait);
            add(record, MarkKind::exposure_start, start);
            add(record, MarkKind::exposure_complete, complete);
        }
    }
    void add_signals() {
        constexpr auto type = RecordType::signal;
        constexpr CallFields fields = fields_of_call(type);
        for (std::size_t record = 0; record < trace_[type].size(); ++record)
            add(record, MarkKind::signal, fields);
    }

    void count_ranks() {
        constexpr auto program = RecordType::program;
        const double count = trace_[program].number(field(program, "process_count"), 0);
        std::size_t ranks = count > 0 ? static_cast<std::size_t>(count) : 0;
        for (const TimelineCall& call : timeline_.calls)
            ranks = std::max(ranks, static_cast<std::size_t>(call.rank) + 1);
        timeline_.lanes.assign(ranks, 1);
    }

    /// Gives each call the first lane that is free.
    void choose_lanes(const std::vector<std::size_t>& order) {
        std::vector<double> free_from;
        int rank = -1;
        for (const std::size_t number : order) {
            TimelineCall& call = timeline_.calls[number];
            if (call.rank != rank) free_from.clear();
            rank = call.rank;
            const auto lane = std::find_if(free_from.begin(), free_from.end(),
                                           [&](double end) { return end <= call.start; });
            call.lane = static_cast<int>(lane - free_from.begin());
            if (lane == free_from.end()) {
                free_from.push_back(call.finish);
            } else {
                *lane = call.finish;
            }
            int& lanes = timeline_.lanes[static_cast<std::size_t>(rank)];
            lanes = std::max(lanes, call.lane + 1);
        }
    }

    void sort() {
        const std::vector<TimelineCall>& calls = timeline_.calls;
        std::vector<std::size_t> order(calls.size());
        std::iota(order.begin(), order.end(), 0);
        const auto sort_by = [&](const auto& key) {
            std::sort(order.begin(), order.end(),
                      [&](std::size_t a, std::size_t b) { return key(calls[a]) < key(calls[b]); });
        };
        sort_by([](const TimelineCall& call) { return std::tuple(call.rank, call.start, call.finish); });
        choose_lanes(order);
        sort_by([](const TimelineCall& call) {
            return std::tuple(call.rank, call.lane, call.start, call.finish);
        });
        std::vector<std::size_t> places(order.size());
        std::vector<TimelineCall> sorted;
        sorted.reserve(order.size());
        for (const std::size_t number : order) {
            places[number] = sorted.size();
            sorted.push_back(calls[number]);
        }
        timeline_.calls = std::move(sorted);
        for (Mark& mark : timeline_.marks) mark.call = places[mark.call];
        std::stable_sort(timeline_.marks.begin(), timeline_.marks.end(),
                         [](const Mark& a, const Mark& b) { return a.call < b.call; });
    }

    const Trace& trace_;
    Timeline timeline_;
    std::unordered_map<CallKey, std::size_t, HashOfCall> numbers_;
    std::unordered_map<CallKey, double, HashOfCall>
        polls_;  ///< starts of those that found, by their ends alone
};

}  // namespace

Timeline timeline_of(const Trace& trace) {
    return TimelineMaker(trace).make();
}

}  // namespace fabricmap::tracing
