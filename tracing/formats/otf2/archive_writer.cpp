// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/output_file.hpp"
#include "tracing/formats/otf2/attributes.hpp"
#include "tracing/formats/otf2/definitions.hpp"
#include "tracing/formats/otf2/errors.hpp"
#include "tracing/formats/otf2/otf2.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <tuple>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t event_chunk_bytes = 1U << 20U;
constexpr std::uint64_t definition_chunk_bytes = 4U << 20U;

OTF2_FlushType flush_always(void* /*data*/, OTF2_FileType /*type*/, OTF2_LocationRef /*location*/,
                            void* /*caller*/, bool /*is_final*/) {
    return OTF2_FLUSH;
}

struct CloseArchive {
    void operator()(OTF2_Archive* archive) const noexcept { OTF2_Archive_Close(archive); }
};
struct DeleteAttributes {
    void operator()(OTF2_AttributeList* list) const noexcept { OTF2_AttributeList_Delete(list); }
};

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

/// What is written at one moment of a location.
struct PlacedEvent {
    enum class Kind : std::uint8_t {
        begin,
        enter,
        phase_enter,
        collective_begin,
        mark,
        phase_leave,
        leave,
        end
    };
    double time = 0;
    std::size_t order = 0;  ///< among those of one time
    Kind kind = Kind::mark;
    std::size_t number = 0;  ///< of the call, mark or record
};

class ArchiveWriter {
  public:
    ArchiveWriter(const Trace& trace, const fs::path& folder)
        : trace_(trace),
          timeline_(timeline_of(trace)),
          definitions_(trace, timeline_),
          archive_(OTF2_Archive_Open(folder.c_str(), "traces", OTF2_FILEMODE_WRITE, event_chunk_bytes,
                                     definition_chunk_bytes, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE)),
          attributes_(OTF2_AttributeList_New()) {
        errors_.require(archive_ != nullptr, folder);
    }

    void write(const fs::path& folder) {
        const OTF2_FlushCallbacks flush{flush_always, nullptr};
        OTF2_Archive_SetFlushCallbacks(archive_.get(), &flush, nullptr);
        OTF2_Archive_SetSerialCollectiveCallbacks(archive_.get());
        OTF2_Archive_SetCreator(archive_.get(), "fabricmap network_trace");
        choose_origin();
        OTF2_Archive_OpenEvtFiles(archive_.get());
        write_locations();
        OTF2_Archive_CloseEvtFiles(archive_.get());
        write_definition_files();
        definitions_.write(OTF2_Archive_GetGlobalDefWriter(archive_.get()), events_, last_tick_);
        write_properties();
        errors_.require(OTF2_Archive_Close(archive_.release()) == OTF2_SUCCESS, folder);
        errors_.require(true, folder);
    }

  private:
    void choose_origin() {
        for (const TimelineCall& call : timeline_.calls) origin_ = std::min(origin_, std::floor(call.start));
        constexpr auto process = RecordType::process;
        for (const double start : trace_[process].numbers(field(process, "start_time")))
            origin_ = std::min(origin_, std::floor(start));
    }

    std::uint64_t tick(double time) {
        const auto ticks = static_cast<std::uint64_t>(
            std::llround((time - origin_) * static_cast<double>(otf2_ticks_per_second)));
        last_tick_ = std::max(last_tick_, ticks);
        return ticks;
    }

    /// Calls and marks are sorted by rank and lane.
    void write_locations() {
        std::size_t call = 0;
        std::size_t mark = 0;
        for (int rank = 0; rank < static_cast<int>(timeline_.lanes.size()); ++rank) {
            for (int lane = 0; lane < timeline_.lanes[static_cast<std::size_t>(rank)]; ++lane) {
                moments_.clear();
                for (; call < timeline_.calls.size() && timeline_.calls[call].rank == rank &&
                       timeline_.calls[call].lane == lane;
                     ++call) {
                    add_call(call);
                    for (; mark < timeline_.marks.size() && timeline_.marks[mark].call == call; ++mark)
                        add_mark(mark);
                }
                if (lane == 0) add_process(rank);
                write_location(definitions_.location(rank, lane));
            }
        }
    }

    void add_call(std::size_t call) {
        const TimelineCall& about = timeline_.calls[call];
        moments_.push_back({about.start, 4 * call + 1, PlacedEvent::Kind::enter, call});
        moments_.push_back({about.finish, 4 * call + 4, PlacedEvent::Kind::leave, call});
    }

    void add_mark(std::size_t mark) {
        const Mark& about = timeline_.marks[mark];
        const TimelineCall& call = timeline_.calls[about.call];
        double time = call.start;
        std::size_t order = 4 * about.call + 2;
        switch (about.kind) {
            case MarkKind::access_complete:
                time = trace_[RecordType::one_sided].number(field(RecordType::one_sided, "complete_time"),
                                                            about.record);
                break;
            case MarkKind::send_complete:
            case MarkKind::receive:
            case MarkKind::receive_complete:
            case MarkKind::collective:
            case MarkKind::lock_acquire:
            case MarkKind::lock_release:
            case MarkKind::signal:
                time = call.finish;
                order = 4 * about.call + 3;
                break;
            default:
                break;
        }
        if (about.kind == MarkKind::collective)
            moments_.push_back({call.start, 4 * about.call + 2, PlacedEvent::Kind::collective_begin, mark});
        moments_.push_back({time, order, PlacedEvent::Kind::mark, mark});
    }

    void add_process(int rank) {
        constexpr auto process = RecordType::process;
        const RecordTable& table = trace_[process];
        for (std::size_t record = 0; record < table.size(); ++record) {
            if (static_cast<int>(table.number(field(process, "rank"), record)) != rank) continue;
            const double start = table.number(field(process, "start_time"), record);
            const double finish = table.number(field(process, "finish_time"), record);
            moments_.push_back({start, 0, PlacedEvent::Kind::begin, record});
            moments_.push_back({finish, ~std::size_t{0}, PlacedEvent::Kind::end, record});
        }
        constexpr auto region = RecordType::region;
        const RecordTable& phases = trace_[region];
        for (std::size_t record = 0; record < phases.size(); ++record) {
            if (static_cast<int>(phases.number(field(region, "process_rank"), record)) != rank) continue;
            moments_.push_back({phases.number(field(region, "start_time"), record), 1,
                                PlacedEvent::Kind::phase_enter, record});
            moments_.push_back({phases.number(field(region, "finish_time"), record), ~std::size_t{0} - 1,
                                PlacedEvent::Kind::phase_leave, record});
        }
    }

    void write_location(std::uint64_t location) {
        std::sort(moments_.begin(), moments_.end(), [](const PlacedEvent& a, const PlacedEvent& b) {
            return std::tuple(a.time, a.order, a.number) < std::tuple(b.time, b.order, b.number);
        });
        writer_ = OTF2_Archive_GetEvtWriter(archive_.get(), location);
        for (const PlacedEvent& moment : moments_) write_moment(moment, tick(moment.time));
        std::uint64_t count = 0;
        OTF2_EvtWriter_GetNumberOfEvents(writer_, &count);
        events_[location] = count;
        OTF2_Archive_CloseEvtWriter(archive_.get(), writer_);
    }

    void write_moment(const PlacedEvent& moment, std::uint64_t time) {
        switch (moment.kind) {
            case PlacedEvent::Kind::begin:
                OTF2_EvtWriter_ProgramBegin(writer_, nullptr, time, definitions_.string("program"), 0,
                                            nullptr);
                return;
            case PlacedEvent::Kind::end:
                OTF2_EvtWriter_ProgramEnd(writer_, nullptr, time, OTF2_UNDEFINED_INT64);
                return;
            case PlacedEvent::Kind::enter:
                OTF2_EvtWriter_Enter(writer_, nullptr, time, region_of(timeline_.calls[moment.number]));
                return;
            case PlacedEvent::Kind::leave:
                OTF2_EvtWriter_Leave(writer_, nullptr, time, region_of(timeline_.calls[moment.number]));
                return;
            case PlacedEvent::Kind::phase_enter:
                OTF2_EvtWriter_Enter(writer_, nullptr, time, phase_of(moment.number));
                return;
            case PlacedEvent::Kind::phase_leave:
                OTF2_EvtWriter_Leave(writer_, nullptr, time, phase_of(moment.number));
                return;
            case PlacedEvent::Kind::collective_begin:
                OTF2_EvtWriter_MpiCollectiveBegin(writer_, nullptr, time);
                return;
            case PlacedEvent::Kind::mark:
                write_mark(timeline_.marks[moment.number], time);
        }
    }

    std::uint32_t region_of(const TimelineCall& call) {
        return definitions_.region(call.function, call.place);
    }
    std::uint32_t phase_of(std::size_t record) {
        return definitions_.phase(trace_.text(RecordType::region, field(RecordType::region, "name"), record));
    }

    void write_mark(const Mark& mark, std::uint64_t time) {
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

    void add_number(Otf2Attribute attribute, double value) {
        if (!(value >= 0)) return;
        OTF2_AttributeList_AddUint64(attributes_.get(), static_cast<std::uint32_t>(attribute),
                                     static_cast<std::uint64_t>(value));
    }
    void add_text(Otf2Attribute attribute, RecordType type, FieldIndex field, std::size_t record) {
        if (!trace_[type].has(field, record)) return;
        OTF2_AttributeList_AddStringRef(attributes_.get(), static_cast<std::uint32_t>(attribute),
                                        definitions_.string(trace_.text(type, field, record)));
    }

    /// Requests have the numbers of their messages, twice.
    void write_message(const Mark& mark, std::uint64_t time) {
        constexpr auto type = RecordType::point_to_point;
        const RecordTable& table = trace_[type];
        const std::uint64_t request = 2 * mark.record;
        if (mark.kind == MarkKind::send_complete) {
            OTF2_EvtWriter_MpiIsendComplete(writer_, nullptr, time, request);
            return;
        }
        if (mark.kind == MarkKind::receive_start) {
            OTF2_EvtWriter_MpiIrecvRequest(writer_, nullptr, time, request + 1);
            return;
        }
        const std::uint32_t communicator =
            definitions_.communicator(trace_.text(type, field(type, "communicator"), mark.record));
        const bool sends = mark.kind == MarkKind::send || mark.kind == MarkKind::send_start;
        const FieldIndex peer =
            sends ? field(type, "receive_process_rank") : field(type, "send_process_rank");
        const std::uint32_t rank =
            definitions_.rank_in(communicator, static_cast<int>(table.number(peer, mark.record)));
        const double tag_number = table.number(field(type, "tag"), mark.record);
        const auto tag =
            static_cast<std::uint32_t>(static_cast<std::int64_t>(tag_number > 0 ? tag_number : 0));
        const std::uint64_t bytes = amount(table.number(field(type, "bytes"), mark.record));
        add_number(Otf2Attribute::message, static_cast<double>(mark.record));
        if (sends) add_text(Otf2Attribute::phase, type, field(type, "phase"), mark.record);
        OTF2_AttributeList* const attributes = attributes_.get();
        if (mark.kind == MarkKind::send)
            OTF2_EvtWriter_MpiSend(writer_, attributes, time, rank, communicator, tag, bytes);
        if (mark.kind == MarkKind::send_start)
            OTF2_EvtWriter_MpiIsend(writer_, attributes, time, rank, communicator, tag, bytes, request);
        if (mark.kind == MarkKind::receive)
            OTF2_EvtWriter_MpiRecv(writer_, attributes, time, rank, communicator, tag, bytes);
        if (mark.kind == MarkKind::receive_complete)
            OTF2_EvtWriter_MpiIrecv(writer_, attributes, time, rank, communicator, tag, bytes, request + 1);
    }

    void write_collective(const Mark& mark, std::uint64_t time) {
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
        const OTF2_CollectiveOp op =
            collective_op(trace_.text(type, field(type, "op_name"), mark.record), op_type);
        OTF2_EvtWriter_MpiCollectiveEnd(
            writer_, attributes_.get(), time, op, communicator,
            has_root ? definitions_.rank_in(communicator, root) : OTF2_UNDEFINED_UINT32,
            amount(table.number(field(type, "bytes"), mark.record)), OTF2_UNDEFINED_UINT64);
    }

    void write_access(const Mark& mark, std::uint64_t time) {
        constexpr auto type = RecordType::one_sided;
        const RecordTable& table = trace_[type];
        const std::uint32_t window =
            definitions_.window(trace_.text(type, field(type, "window"), mark.record));
        if (mark.kind == MarkKind::access_complete) {
            OTF2_EvtWriter_RmaOpCompleteBlocking(writer_, nullptr, time, window, mark.record);
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

    void write_lock(const Mark& mark, std::uint64_t time) {
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
    void write_exposure(const Mark& mark, std::uint64_t time) {
        constexpr auto type = RecordType::exposure;
        const bool is_target = mark.kind == MarkKind::exposure_post || mark.kind == MarkKind::exposure_wait;
        const FieldIndex peer = is_target ? field(type, "process_rank") : field(type, "target_process_rank");
        const int rank = static_cast<int>(trace_[type].number(peer, mark.record));
        const std::uint32_t window =
            definitions_.window(trace_.text(type, field(type, "window"), mark.record));
        OTF2_EvtWriter_RmaGroupSync(writer_, nullptr, time, OTF2_RMA_SYNC_LEVEL_PROCESS, window,
                                    definitions_.group_of(rank));
    }

    void write_signal(const Mark& mark, std::uint64_t time) {
        constexpr auto type = RecordType::signal;
        const RecordTable& table = trace_[type];
        add_number(Otf2Attribute::signal_process_rank,
                   table.number(field(type, "signal_process_rank"), mark.record));
        const double start = table.number(field(type, "signal_start_time"), mark.record);
        if (start >= origin_) add_number(Otf2Attribute::signal_start_time, static_cast<double>(tick(start)));
        add_text(Otf2Attribute::signal_source_code, type, field(type, "signal_source_code"), mark.record);
        OTF2_EvtWriter_RmaWaitChange(writer_, attributes_.get(), time, definitions_.window("symmetric heap"));
    }

    /// Each location has a file, which is empty as nothing is known of it alone.
    void write_definition_files() {
        OTF2_Archive_OpenDefFiles(archive_.get());
        for (const auto& [location, count] : events_)
            OTF2_Archive_CloseDefWriter(archive_.get(), OTF2_Archive_GetDefWriter(archive_.get(), location));
        OTF2_Archive_CloseDefFiles(archive_.get());
    }

    void write_properties() {
        constexpr auto program = RecordType::program;
        const auto put = [&](const char* name, double value) {
            if (std::isnan(value)) return;
            OTF2_Archive_SetProperty(archive_.get(), name, fmt::format("{}", value).c_str(), true);
        };
        put(otf2_time_origin, origin_);
        put(otf2_total_time, trace_[program].number(field(program, "total_time"), 0));
        put(otf2_communication_time, trace_[program].number(field(program, "total_communication_time"), 0));
        put(otf2_clock_error, trace_[program].number(field(program, "clock_error"), 0));
        put(otf2_complete, trace_[program].number(field(program, "complete"), 0));
    }

    const Otf2Errors errors_;
    const Trace& trace_;
    Timeline timeline_;
    Otf2Definitions definitions_;
    std::unique_ptr<OTF2_Archive, CloseArchive> archive_;
    std::unique_ptr<OTF2_AttributeList, DeleteAttributes> attributes_;
    OTF2_EvtWriter* writer_ = nullptr;
    std::vector<PlacedEvent> moments_;
    std::map<std::uint64_t, std::uint64_t> events_;  ///< of each location
    double origin_ = 0;
    std::uint64_t last_tick_ = 0;
};

}  // namespace

void write_otf2_archive(const Trace& trace, const fs::path& output, bool overwrite) {
    std::error_code ignored;
    const bool exists = fs::exists(fs::symlink_status(output, ignored));
    if (exists && !(overwrite && find_otf2_anchor(output))) {
        throw FileError(fmt::format("{}: exists{}", output.string(),
                                    overwrite ? " and is no archive of OTF2; give another folder"
                                              : "; give another folder, or --overwrite for an archive"));
    }
    const fs::path partial = partial_path(output);
    fs::remove_all(partial, ignored);
    ArchiveWriter(trace, partial).write(partial);
    if (exists) fs::remove_all(output, ignored);
    std::error_code error;
    fs::rename(partial, output, error);
    if (error) throw FileError(fmt::format("{}: {}", output.string(), error.message()));
}

}  // namespace fabricmap::tracing
