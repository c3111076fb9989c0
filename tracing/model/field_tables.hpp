// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/record_types.hpp"

#include <array>

namespace fabricmap::tracing {

namespace fields {

inline constexpr auto text = FieldKind::text;
inline constexpr auto count = FieldKind::count;
inline constexpr auto rank = FieldKind::rank;
inline constexpr auto bytes = FieldKind::bytes;
inline constexpr auto seconds = FieldKind::seconds;
inline constexpr auto required = Presence::required;
inline constexpr auto optional = Presence::optional;

inline constexpr FieldInfo caller_of_call{"caller", text, optional,
                                          "function of the program that the one which calls was called from"};
inline constexpr FieldInfo thread_of_call{"thread", count, optional,
                                          "number of the thread, where the process has several"};

inline constexpr std::array<std::string_view, 3> types_of_sends{"blocking", "possibly-blocking",
                                                                "non-blocking"};
inline constexpr std::array<std::string_view, 2> types_of_receives{"blocking", "non-blocking"};
inline constexpr std::array<std::string_view, 9> types_of_collectives{
    "all-to-one", "one-to-all", "all-to-all", "barrier", "fence",
    "allocation", "creation",   "init",       "finalize"};
inline constexpr std::array<std::string_view, 3> types_of_accesses{"put", "get", "atomic"};
inline constexpr std::array<std::string_view, 2> types_of_locks{"exclusive", "shared"};
inline constexpr std::array<std::string_view, 3> types_of_polls{"probe", "polling probe", "test"};
inline constexpr std::array<std::string_view, 6> types_of_file_accesses{"open",  "close", "read",
                                                                        "write", "sync",  "set size"};

inline constexpr std::array program{
    FieldInfo{"process_count", count, required, "processes of the run"},
    FieldInfo{"total_time", seconds, required, "from the first process's start to the last one's end"},
    FieldInfo{"total_communication_time", seconds, required, "time in communication, summed over processes"},
    FieldInfo{"clock_error", seconds, optional, "how much two processes' clocks may differ"},
    FieldInfo{"eager_bytes", bytes, optional,
              "longest message that was sent before its receive was posted, so that shorter ones never wait "
              "for theirs"},
    FieldInfo{"ranks_per_processor", count, optional,
              "how many ranks of a host share a processor at most, where that is most"},
    FieldInfo{"complete", count, optional, "1: every process recorded to its end; 0: one did not"},
};

inline constexpr std::array process{
    FieldInfo{"rank", rank, required, "rank in MPI_COMM_WORLD"},
    FieldInfo{"start_time", seconds, required, "start of its recording"},
    FieldInfo{"finish_time", seconds, required, "end of its recording"},
    FieldInfo{"host", text, optional, "name of the host it ran on"},
};

inline constexpr std::array point_to_point{
    FieldInfo{"send_op_name", text, required, "function that sent"},
    FieldInfo{"send_op_type", text, required, "whether the send waits for its receive", types_of_sends},
    FieldInfo{"receive_op_name", text, required, "function that received"},
    FieldInfo{"receive_op_type", text, required, "whether the receive waits for its message",
              types_of_receives},
    FieldInfo{"send_start_time", seconds, required, "start of the sending call"},
    FieldInfo{"send_finish_time", seconds, required, "end of the sending call"},
    FieldInfo{"receive_start_time", seconds, required, "start of the receiving call"},
    FieldInfo{"receive_finish_time", seconds, required, "end of the receiving call"},
    FieldInfo{"send_process_rank", rank, required, "rank of the sender"},
    FieldInfo{"receive_process_rank", rank, required, "rank of the receiver"},
    FieldInfo{"send_source_code", text, required, "place of the sending call"},
    FieldInfo{"receive_source_code", text, required, "place of the receiving call"},
    FieldInfo{"bytes", bytes, optional, "length of the message"},
    FieldInfo{"tag", count, optional, "tag of the message"},
    FieldInfo{"communicator", text, optional, "communicator of the message"},
    FieldInfo{"send_wait_start_time", seconds, optional,
              "start of the call that completed the send; of tests in a row, of the first"},
    FieldInfo{"send_wait_finish_time", seconds, optional, "end of the call that completed the send"},
    FieldInfo{"receive_wait_start_time", seconds, optional,
              "start of the call that completed the receive; of tests in a row, of the first"},
    FieldInfo{"receive_wait_finish_time", seconds, optional, "end of the call that completed the receive"},
    FieldInfo{"phase", text, optional, "phase of the sender"},
    FieldInfo{"send_wait_source_code", text, optional, "place of the call that completed the send"},
    FieldInfo{"receive_wait_source_code", text, optional, "place of the call that completed the receive"},
    FieldInfo{"send_caller", text, optional,
              "function of the program that the function which sent was called from"},
    FieldInfo{"receive_caller", text, optional,
              "function of the program that the one which received was called from"},
    FieldInfo{"send_thread", count, optional,
              "number of the thread that sent, where its process has several"},
    FieldInfo{"receive_thread", count, optional,
              "number of the thread that received, where its process has several"},
    FieldInfo{"receive_probe_start_time", seconds, optional,
              "start of the probe that found the message; of polling probes in a row, of the first"},
    FieldInfo{"receive_probe_finish_time", seconds, optional, "end of the probe that found it"},
    FieldInfo{"receive_probe_source_code", text, optional, "place of the probe"},
};

inline constexpr std::array collective{
    FieldInfo{"op_name", text, required, "function"},
    FieldInfo{"op_type", text, required, "whose data go to whom, or what it is for", types_of_collectives},
    FieldInfo{"process_rank", rank, required, "rank of the process"},
    FieldInfo{"root_process_rank", rank, required, "rank of the root; the least rank where there is none"},
    FieldInfo{"start_time_min", seconds, required, "first start among the processes that take part"},
    FieldInfo{"start_time_max", seconds, required, "last start among them"},
    FieldInfo{"finish_time_min", seconds, required, "first end among them"},
    FieldInfo{"finish_time_max", seconds, required, "last end among them"},
    FieldInfo{"start_time", seconds, required, "start of the process's call"},
    FieldInfo{"finish_time", seconds, required, "end of the process's call"},
    FieldInfo{"root_start_time", seconds, required, "start of the root's call"},
    FieldInfo{"root_finish_time", seconds, required, "end of the root's call"},
    FieldInfo{"source_code", text, required, "place of the process's call"},
    FieldInfo{"instance", count, optional, "number that all calls of one collective operation share"},
    FieldInfo{"bytes", bytes, optional, "what the process contributes"},
    FieldInfo{"prefix_start_time_max", seconds, optional, "last start among lower ranks; of scans"},
    FieldInfo{"communicator", text, optional, "communicator, or window"},
    FieldInfo{"phase", text, optional, "phase of the process"},
    caller_of_call,
    thread_of_call,
    FieldInfo{"last_process_rank", rank, optional, "rank of the process that started last"},
    FieldInfo{"last_source_code", text, optional, "place of that process's call"},
    FieldInfo{"root_source_code", text, optional, "place of the root's call"},
    FieldInfo{"wait_start_time", seconds, optional,
              "start of the call that completed a non-blocking operation"},
    FieldInfo{"wait_finish_time", seconds, optional, "end of that call"},
    FieldInfo{"wait_source_code", text, optional, "place of that call"},
    FieldInfo{"wait_start_time_max", seconds, optional, "last start of such a call among the processes"},
};

inline constexpr std::array one_sided{
    FieldInfo{"op_name", text, optional, "function"},
    FieldInfo{"op_type", text, optional, "what it does with the memory", types_of_accesses},
    FieldInfo{"process_rank", rank, required, "rank of the origin"},
    FieldInfo{"target_process_rank", rank, optional, "rank of the target"},
    FieldInfo{"bytes", bytes, optional, "length of the transfer"},
    FieldInfo{"window", text, optional, "window, or the symmetric heap"},
    FieldInfo{"start_time", seconds, optional, "start of the call"},
    FieldInfo{"finish_time", seconds, optional, "end of the call"},
    FieldInfo{"complete_time", seconds, optional, "end of the call that completed the transfer"},
    FieldInfo{"source_code", text, optional, "place of the call"},
    caller_of_call,
    thread_of_call,
    FieldInfo{"complete_start_time", seconds, optional, "start of the call that completed the transfer"},
    FieldInfo{"complete_source_code", text, optional, "place of the call that completed the transfer"},
};

inline constexpr std::array lock{
    FieldInfo{"op_name", text, optional, "function that took the lock"},
    FieldInfo{"op_type", text, optional, "with whom the lock is held", types_of_locks},
    FieldInfo{"lock", text, optional, "the lock"},
    FieldInfo{"process_rank", rank, required, "rank of the process that took it"},
    FieldInfo{"owner_process_rank", rank, optional, "rank whose memory it guards"},
    FieldInfo{"start_time", seconds, optional, "start of the call that took it"},
    FieldInfo{"acquire_time", seconds, optional, "end of that call"},
    FieldInfo{"release_time", seconds, optional, "start of the call that gave it back"},
    FieldInfo{"finish_time", seconds, optional, "end of that call"},
    FieldInfo{"source_code", text, optional, "place of the call that took it"},
    FieldInfo{"release_source_code", text, optional, "place of the call that gave it back"},
    FieldInfo{"caller", text, optional, "function of the program that the one which took it was called from"},
    FieldInfo{"thread", count, optional, "number of the thread that took it, where the process has several"},
};

inline constexpr std::array exposure{
    FieldInfo{"window", text, optional, "window"},
    FieldInfo{"process_rank", rank, required, "rank of the origin"},
    FieldInfo{"target_process_rank", rank, optional, "rank that exposed its memory"},
    FieldInfo{"post_start_time", seconds, optional, "start of the target's MPI_Win_post"},
    FieldInfo{"post_finish_time", seconds, optional, "end of it"},
    FieldInfo{"wait_start_time", seconds, optional, "start of the target's MPI_Win_wait"},
    FieldInfo{"wait_finish_time", seconds, optional, "end of it"},
    FieldInfo{"start_start_time", seconds, optional, "start of the origin's MPI_Win_start"},
    FieldInfo{"start_finish_time", seconds, optional, "end of it"},
    FieldInfo{"complete_start_time", seconds, optional, "start of the origin's MPI_Win_complete"},
    FieldInfo{"complete_finish_time", seconds, optional, "end of it"},
    FieldInfo{"source_code", text, optional, "place of the origin's MPI_Win_start"},
    FieldInfo{"target_source_code", text, optional, "place of the target's MPI_Win_post"},
    FieldInfo{"complete_source_code", text, optional, "place of the origin's MPI_Win_complete"},
    FieldInfo{"wait_source_code", text, optional, "place of the target's MPI_Win_wait"},
};

inline constexpr std::array signal{
    FieldInfo{"op_name", text, optional, "function that waited"},
    FieldInfo{"process_rank", rank, required, "rank of the process that waited"},
    FieldInfo{"start_time", seconds, optional, "start of the wait"},
    FieldInfo{"finish_time", seconds, optional, "end of the wait"},
    FieldInfo{"signal_process_rank", rank, optional, "rank that wrote what was waited for"},
    FieldInfo{"signal_start_time", seconds, optional, "start of the call that wrote it"},
    FieldInfo{"source_code", text, optional, "place of the wait"},
    FieldInfo{"signal_source_code", text, optional, "place of the call that wrote"},
    FieldInfo{"caller", text, optional, "function of the program that the one which waits was called from"},
    thread_of_call,
};

inline constexpr std::array region{
    FieldInfo{"name", text, required, "name of the phase"},
    FieldInfo{"process_rank", rank, required, "rank of the process"},
    FieldInfo{"start_time", seconds, required, "begin of the phase"},
    FieldInfo{"finish_time", seconds, required, "end of the phase"},
};

inline constexpr std::array poll{
    FieldInfo{"op_name", text, optional, "function"},
    FieldInfo{"op_type", text, optional, "what asks: a probe waits, the others do not", types_of_polls},
    FieldInfo{"process_rank", rank, required, "rank of the process"},
    FieldInfo{"source_process_rank", rank, optional, "sender of the message that a probe found"},
    FieldInfo{"tag", count, optional, "its tag"},
    FieldInfo{"bytes", bytes, optional, "its length"},
    FieldInfo{"count", count, optional, "calls in a row that this record stands for"},
    FieldInfo{"found", count, optional,
              "1: the message, or what was tested for, was there; 0: of none of these calls"},
    FieldInfo{"start_time", seconds, optional, "start of the first of them"},
    FieldInfo{"finish_time", seconds, optional, "end of the last"},
    FieldInfo{"inside_time", seconds, optional, "time spent within them"},
    FieldInfo{"communicator", text, optional, "communicator of a probe"},
    FieldInfo{"source_code", text, optional, "place of the calls"},
    caller_of_call,
    thread_of_call,
};

inline constexpr std::array file_access{
    FieldInfo{"op_name", text, optional, "function"},
    FieldInfo{"op_type", text, optional, "what it does with the file", types_of_file_accesses},
    FieldInfo{"process_rank", rank, required, "rank of the process"},
    FieldInfo{"file", text, optional, "name that the file was opened by"},
    FieldInfo{"bytes", bytes, optional, "what the process asks to read or write"},
    FieldInfo{"start_time", seconds, optional, "start of the call"},
    FieldInfo{"finish_time", seconds, optional, "end of the call"},
    FieldInfo{"source_code", text, optional, "place of the call"},
    caller_of_call,
    thread_of_call,
    FieldInfo{"phase", text, optional, "phase of the process"},
};

inline constexpr std::array call_site{
    FieldInfo{"op_name", text, optional, "function"},
    FieldInfo{"process_rank", rank, required, "rank of the process"},
    FieldInfo{"source_code", text, optional, "place of the calls"},
    FieldInfo{"count", count, optional, "calls, polls that were folded each"},
    FieldInfo{"inside_time", seconds, optional, "time spent within them"},
    FieldInfo{"bytes", bytes, optional, "what they sent: messages, puts, contributions to collectives"},
};

}  // namespace fields

inline constexpr std::array<RecordInfo, record_type_count> record_table{{
    {RecordType::program, "program", false, fields::program, "the run; there is one"},
    {RecordType::process, "process", false, fields::process, "a rank"},
    {RecordType::point_to_point, "point_to_point", true, fields::point_to_point, "a message"},
    {RecordType::collective, "collective", true, fields::collective,
     "a process's part of a collective operation"},
    {RecordType::one_sided, "one_sided", true, fields::one_sided, "a put, get or atomic operation"},
    {RecordType::lock, "lock", true, fields::lock, "a lock held by a process"},
    {RecordType::exposure, "exposure", true, fields::exposure,
     "an exposure of memory by MPI_Win_post, as seen by one of its origins"},
    {RecordType::signal, "signal", true, fields::signal, "a wait until another process writes"},
    {RecordType::region, "region", false, fields::region, "a phase of a process"},
    {RecordType::poll, "poll", true, fields::poll, "probes and tests: calls that ask what has come"},
    {RecordType::file_access, "file_access", true, fields::file_access, "a call of MPI-IO"},
    {RecordType::call_site, "call_site", false, fields::call_site,
     "all calls of a function that a process makes at one place"},
}};

/// The field of that name, found by the compiler: a name that the type does not have is an error there.
[[nodiscard]] consteval FieldIndex field(RecordType type, std::string_view name) {
    const std::span<const FieldInfo> all = record_table.at(static_cast<std::size_t>(type)).fields;
    std::size_t index = 0;
    while (all[index].name != name) ++index;  // beyond the end is no constant expression
    return static_cast<FieldIndex>(index);
}

}  // namespace fabricmap::tracing
