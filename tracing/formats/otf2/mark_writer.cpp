// SPDX-License-Identifier: Apache-2.0
#include "tracing/formats/otf2/mark_writer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace fabricmap::tracing {
namespace {

std::uint64_t amount(double value) {
    return value >= 0 ? static_cast<std::uint64_t>(value) : OTF2_UNDEFINED_UINT64;
}

/// As the format knows it by name, else what comes nearest to the type.
OTF2_CollectiveOp collective_op(std::string_view name, std::string_view op_type) {
    struct Named {
        std::string_view name;
        OTF2_CollectiveOp op;
    };
    static constexpr std::array named{
        Named{"MPI_Gatherv", OTF2_COLLECTIVE_OP_GATHERV},
        Named{"MPI_Gather", OTF2_COLLECTIVE_OP_GATHER},
        Named{"MPI_Scatterv", OTF2_COLLECTIVE_OP_SCATTERV},
        Named{"MPI_Scatter", OTF2_COLLECTIVE_OP_SCATTER},
        Named{"MPI_Allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV},
        Named{"MPI_Allgather", OTF2_COLLECTIVE_OP_ALLGATHER},
        Named{"MPI_Alltoallv", OTF2_COLLECTIVE_OP_ALLTOALLV},
        Named{"MPI_Alltoallw", OTF2_COLLECTIVE_OP_ALLTOALLW},
        Named{"MPI_Alltoall", OTF2_COLLECTIVE_OP_ALLTOALL},
        Named{"MPI_Allreduce", OTF2_COLLECTIVE_OP_ALLREDUCE},
        Named{"MPI_Reduce_scatter_block", OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK},
        Named{"MPI_Reduce_scatter", OTF2_COLLECTIVE_OP_REDUCE_SCATTER},
        Named{"MPI_Scan", OTF2_COLLECTIVE_OP_SCAN},
        Named{"MPI_Exscan", OTF2_COLLECTIVE_OP_EXSCAN},
        Named{"MPI_Reduce", OTF2_COLLECTIVE_OP_REDUCE},
        Named{"all-to-one", OTF2_COLLECTIVE_OP_REDUCE},
        Named{"one-to-all", OTF2_COLLECTIVE_OP_BCAST},
        Named{"all-to-all", OTF2_COLLECTIVE_OP_ALLTOALL},
        Named{"allocation", OTF2_COLLECTIVE_OP_ALLOCATE},
        Named{"creation", OTF2_COLLECTIVE_OP_CREATE_HANDLE},
        Named{"init", OTF2_COLLECTIVE_OP_CREATE_HANDLE},
        Named{"finalize", OTF2_COLLECTIVE_OP_DESTROY_HANDLE},
    };
    for (const std::string_view word : {name, op_type}) {
        const auto* const found =
            std::find_if(named.begin(), named.end(), [&](const Named& one) { return one.name == word; });
        if (found != named.end()) return found->op;
    }
    return OTF2_COLLECTIVE_OP_BARRIER;
}

}  // namespace

std::uint64_t Otf2Ticks::at(double time) noexcept {
    const auto ticks = static_cast<std::uint64_t>(
        std::llround((time - origin_) * static_cast<double>(otf2_ticks_per_second)));
    last_ = std::max(last_, ticks);
    return ticks;
}

MarkWriter::MarkWriter(const Trace& trace, Otf2Definitions& definitions, Otf2Ticks& ticks)
    : trace_(trace), definitions_(definitions), ticks_(ticks), attributes_(OTF2_AttributeList_New()) {}

void MarkWriter::write(const Mark& mark, std::uint64_t time, OTF2_EvtWriter* writer) {
    writer_ = writer;
    switch (mark.kind) {
        case MarkKind::send:
        case MarkKind::send_start:
        case MarkKind::send_complete:
        case MarkKind::receive:
        case MarkKind::receive_start:
        case MarkKind::receive_complete:
            return write_message(mark, time);
        case MarkKind::collective:
            return write_collective(mark, time);
        case MarkKind::access:
        case MarkKind::access_complete:
            return write_access(mark, time);
        case MarkKind::lock_acquire:
        case MarkKind::lock_release:
            return write_lock(mark, time);
        case MarkKind::exposure_post:
        case MarkKind::exposure_wait:
        case MarkKind::exposure_start:
        case MarkKind::exposure_complete:
            return write_exposure(mark, time);
        case MarkKind::signal:
            return write_signal(mark, time);
    }
}

void MarkWriter::write_enter(const TimelineCall& call, std::uint32_t region, std::uint64_t time,
                             OTF2_EvtWriter* writer) {
    if (!call.caller.empty()) {
        OTF2_AttributeList_AddStringRef(attributes_.get(), static_cast<std::uint32_t>(Otf2Attribute::caller),
                                        definitions_.string(call.caller));
    }
    if (call.thread >= 0) add_number(Otf2Attribute::thread, call.thread + 1);
    if (call.poll) add_details(RecordType::poll, *call.poll, otf2_poll_details);
    if (call.file_access) add_details(RecordType::file_access, *call.file_access, otf2_file_details);
    OTF2_EvtWriter_Enter(writer, attributes_.get(), time, region);
}

void MarkWriter::add_number(Otf2Attribute attribute, double value) {
    if (!(value >= 0)) return;
    OTF2_AttributeList_AddUint64(attributes_.get(), static_cast<std::uint32_t>(attribute),
                                 static_cast<std::uint64_t>(value));
}
void MarkWriter::add_moment(Otf2Attribute attribute, double time) {
    if (time >= ticks_.origin()) add_number(attribute, static_cast<double>(ticks_.at(time)));
}
void MarkWriter::add_waiting(RecordType type, const WaitFields& fields, std::size_t record) {
    add_moment(Otf2Attribute::wait_start, trace_[type].number(fields.start, record));
    add_moment(Otf2Attribute::wait_finish, trace_[type].number(fields.finish, record));
    add_text(Otf2Attribute::wait_source_code, type, fields.place, record);
}
void MarkWriter::add_text(Otf2Attribute attribute, RecordType type, FieldIndex field, std::size_t record) {
    if (!trace_[type].has(field, record)) return;
    OTF2_AttributeList_AddStringRef(attributes_.get(), static_cast<std::uint32_t>(attribute),
                                    definitions_.string(trace_.text(type, field, record)));
}

void MarkWriter::add_details(RecordType type, std::size_t record, std::span<const Otf2Detail> details) {
    for (const Otf2Detail& detail : details) {
        switch (info_of(type).fields[static_cast<std::size_t>(detail.field)].kind) {
            case FieldKind::text:
                add_text(detail.attribute, type, detail.field, record);
                break;
            case FieldKind::seconds:
                add_number(detail.attribute, std::round(trace_[type].number(detail.field, record) *
                                                        static_cast<double>(otf2_ticks_per_second)));
                break;
            default:
                add_number(detail.attribute, trace_[type].number(detail.field, record));
        }
    }
}

/// Requests have the numbers of their messages, twice.
void MarkWriter::write_message(const Mark& mark, std::uint64_t time) {
    constexpr auto type = RecordType::point_to_point;
    const RecordTable& table = trace_[type];
    const std::uint64_t request = 2 * mark.record;
    if (mark.kind == MarkKind::send_complete) {
        add_moment(Otf2Attribute::tests_start,
                   table.number(field(type, "send_wait_start_time"), mark.record));
        OTF2_EvtWriter_MpiIsendComplete(writer_, attributes_.get(), time, request);
        return;
    }
    if (mark.kind == MarkKind::receive_start) {
        OTF2_EvtWriter_MpiIrecvRequest(writer_, nullptr, time, request + 1);
        return;
    }
    const std::uint32_t communicator =
        definitions_.communicator(trace_.text(type, field(type, "communicator"), mark.record));
    const bool sends = mark.kind == MarkKind::send || mark.kind == MarkKind::send_start;
    const FieldIndex peer = sends ? field(type, "receive_process_rank") : field(type, "send_process_rank");
    const std::uint32_t rank =
        definitions_.rank_in(communicator, static_cast<int>(table.number(peer, mark.record)));
    const double tag_number = table.number(field(type, "tag"), mark.record);
    const auto tag = static_cast<std::uint32_t>(static_cast<std::int64_t>(tag_number > 0 ? tag_number : 0));
    const std::uint64_t bytes = amount(table.number(field(type, "bytes"), mark.record));
    add_number(Otf2Attribute::message, static_cast<double>(mark.record));
    if (sends) {
        add_text(Otf2Attribute::phase, type, field(type, "phase"), mark.record);
    } else {
        add_waiting(type,
                    {field(type, "receive_probe_start_time"), field(type, "receive_probe_finish_time"),
                     field(type, "receive_probe_source_code")},
                    mark.record);
    }
    OTF2_AttributeList* const attributes = attributes_.get();
    if (mark.kind == MarkKind::send)
        OTF2_EvtWriter_MpiSend(writer_, attributes, time, rank, communicator, tag, bytes);
    if (mark.kind == MarkKind::send_start)
        OTF2_EvtWriter_MpiIsend(writer_, attributes, time, rank, communicator, tag, bytes, request);
    if (mark.kind == MarkKind::receive)
        OTF2_EvtWriter_MpiRecv(writer_, attributes, time, rank, communicator, tag, bytes);
    if (mark.kind == MarkKind::receive_complete) {
        add_moment(Otf2Attribute::tests_start,
                   table.number(field(type, "receive_wait_start_time"), mark.record));
        OTF2_EvtWriter_MpiIrecv(writer_, attributes, time, rank, communicator, tag, bytes, request + 1);
    }
}

void MarkWriter::write_collective(const Mark& mark, std::uint64_t time) {
    constexpr auto type = RecordType::collective;
    const RecordTable& table = trace_[type];
    const double instance = table.number(field(type, "instance"), mark.record);
    const std::uint32_t communicator =
        instance >= 0 ? definitions_.communicator_of(static_cast<std::uint64_t>(instance)) : 0;
    const std::string_view op_type = trace_.text(type, field(type, "op_type"), mark.record);
    const bool has_root = op_type == "all-to-one" || op_type == "one-to-all";
    const int root = static_cast<int>(table.number(field(type, "root_process_rank"), mark.record));
    add_number(Otf2Attribute::instance, instance);
    add_text(Otf2Attribute::phase, type, field(type, "phase"), mark.record);
    add_text(Otf2Attribute::communicator, type, field(type, "communicator"), mark.record);
    add_waiting(
        type,
        {field(type, "wait_start_time"), field(type, "wait_finish_time"), field(type, "wait_source_code")},
        mark.record);
    const OTF2_CollectiveOp op =
        collective_op(trace_.text(type, field(type, "op_name"), mark.record), op_type);
    OTF2_EvtWriter_MpiCollectiveEnd(
        writer_, attributes_.get(), time, op, communicator,
        has_root ? definitions_.rank_in(communicator, root) : OTF2_UNDEFINED_UINT32,
        amount(table.number(field(type, "bytes"), mark.record)), OTF2_UNDEFINED_UINT64);
}

void MarkWriter::write_access(const Mark& mark, std::uint64_t time) {
    constexpr auto type = RecordType::one_sided;
    const RecordTable& table = trace_[type];
    const std::uint32_t window = definitions_.window(trace_.text(type, field(type, "window"), mark.record));
    if (mark.kind == MarkKind::access_complete) {
        add_waiting(type,
                    {field(type, "complete_start_time"), field(type, "complete_time"),
                     field(type, "complete_source_code")},
                    mark.record);
        OTF2_EvtWriter_RmaOpCompleteBlocking(writer_, attributes_.get(), time, window, mark.record);
        return;
    }
    const double known_target = table.number(field(type, "target_process_rank"), mark.record);
    const std::uint32_t target =
        known_target >= 0 ? static_cast<std::uint32_t>(known_target) : OTF2_UNDEFINED_UINT32;
    const std::uint64_t bytes = amount(table.number(field(type, "bytes"), mark.record));
    const std::string_view op_type = trace_.text(type, field(type, "op_type"), mark.record);
    if (op_type == "put") {
        OTF2_EvtWriter_RmaPut(writer_, nullptr, time, window, target, bytes, mark.record);
    } else if (op_type == "get") {
        OTF2_EvtWriter_RmaGet(writer_, nullptr, time, window, target, bytes, mark.record);
    } else {
        OTF2_EvtWriter_RmaAtomic(writer_, nullptr, time, window, target, OTF2_RMA_ATOMIC_TYPE_ACCUMULATE,
                                 bytes, 0, mark.record);
    }
}

void MarkWriter::write_lock(const Mark& mark, std::uint64_t time) {
    constexpr auto type = RecordType::lock;
    std::string_view lock = trace_.text(type, field(type, "lock"), mark.record);
    lock = lock.substr(0, lock.find(" of rank "));
    const std::uint32_t window = definitions_.window(lock);
    const double known_owner = trace_[type].number(field(type, "owner_process_rank"), mark.record);
    const std::uint32_t owner =
        known_owner >= 0 ? static_cast<std::uint32_t>(known_owner) : OTF2_UNDEFINED_UINT32;
    if (mark.kind == MarkKind::lock_release) {
        OTF2_EvtWriter_RmaReleaseLock(writer_, nullptr, time, window, owner, mark.record);
        return;
    }
    const bool is_shared = trace_.text(type, field(type, "op_type"), mark.record) == "shared";
    OTF2_EvtWriter_RmaAcquireLock(writer_, attributes_.get(), time, window, owner, mark.record,
                                  is_shared ? OTF2_LOCK_SHARED : OTF2_LOCK_EXCLUSIVE);
}

/// A synchronisation with each of the other side.
void MarkWriter::write_exposure(const Mark& mark, std::uint64_t time) {
    constexpr auto type = RecordType::exposure;
    const bool is_target = mark.kind == MarkKind::exposure_post || mark.kind == MarkKind::exposure_wait;
    const FieldIndex peer = is_target ? field(type, "process_rank") : field(type, "target_process_rank");
    const int rank = static_cast<int>(trace_[type].number(peer, mark.record));
    const std::uint32_t window = definitions_.window(trace_.text(type, field(type, "window"), mark.record));
    OTF2_EvtWriter_RmaGroupSync(writer_, nullptr, time, OTF2_RMA_SYNC_LEVEL_PROCESS, window,
                                definitions_.group_of(rank));
}

void MarkWriter::write_signal(const Mark& mark, std::uint64_t time) {
    constexpr auto type = RecordType::signal;
    const RecordTable& table = trace_[type];
    add_number(Otf2Attribute::signal_process_rank,
               table.number(field(type, "signal_process_rank"), mark.record));
    add_moment(Otf2Attribute::signal_start_time, table.number(field(type, "signal_start_time"), mark.record));
    add_text(Otf2Attribute::signal_source_code, type, field(type, "signal_source_code"), mark.record);
    OTF2_EvtWriter_RmaWaitChange(writer_, attributes_.get(), time, definitions_.window("symmetric heap"));
}

}  // namespace fabricmap::tracing
