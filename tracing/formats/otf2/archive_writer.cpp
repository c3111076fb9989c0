// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/output_file.hpp"
#include "base/plain_file.hpp"
#include "base/unfinished_files.hpp"
#include "tracing/formats/otf2/definitions.hpp"
#include "tracing/formats/otf2/errors.hpp"
#include "tracing/formats/otf2/mark_writer.hpp"
#include "tracing/formats/otf2/otf2.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fcntl.h>
#include <memory>
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
          ticks_(origin()),
          marks_(trace, definitions_, ticks_),
          archive_(OTF2_Archive_Open(folder.c_str(), "traces", OTF2_FILEMODE_WRITE, event_chunk_bytes,
                                     definition_chunk_bytes, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE)) {
        errors_.require(archive_ != nullptr, folder);
    }

    void write(const fs::path& folder) {
        const OTF2_FlushCallbacks flush{flush_always, nullptr};
        OTF2_Archive_SetFlushCallbacks(archive_.get(), &flush, nullptr);
        OTF2_Archive_SetSerialCollectiveCallbacks(archive_.get());
        OTF2_Archive_SetCreator(archive_.get(), "fabricmap network_trace");
        OTF2_Archive_OpenEvtFiles(archive_.get());
        write_locations();
        OTF2_Archive_CloseEvtFiles(archive_.get());
        write_definition_files();
        definitions_.write(OTF2_Archive_GetGlobalDefWriter(archive_.get()), events_, ticks_.last());
        write_properties();
        errors_.require(OTF2_Archive_Close(archive_.release()) == OTF2_SUCCESS, folder);
        errors_.require(true, folder);
    }

  private:
    /// The whole second before the first event; 0 at most.
    [[nodiscard]] double origin() const {
        double origin = 0;
        for (const TimelineCall& call : timeline_.calls) origin = std::min(origin, std::floor(call.start));
        constexpr auto process = RecordType::process;
        for (const double start : trace_[process].numbers(field(process, "start_time")))
            origin = std::min(origin, std::floor(start));
        return origin;
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
        for (const PlacedEvent& moment : moments_) write_moment(moment, ticks_.at(moment.time));
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
                marks_.write_enter(timeline_.calls[moment.number], region_of(timeline_.calls[moment.number]),
                                   time, writer_);
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
                marks_.write(timeline_.marks[moment.number], time, writer_);
        }
    }

    std::uint32_t region_of(const TimelineCall& call) {
        return definitions_.region(call.function, call.place);
    }
    std::uint32_t phase_of(std::size_t record) {
        return definitions_.phase(trace_.text(RecordType::region, field(RecordType::region, "name"), record));
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
        put(otf2_time_origin, ticks_.origin());
        put(otf2_total_time, trace_[program].number(field(program, "total_time"), 0));
        put(otf2_communication_time, trace_[program].number(field(program, "total_communication_time"), 0));
        put(otf2_clock_error, trace_[program].number(field(program, "clock_error"), 0));
        put(otf2_eager_bytes, trace_[program].number(field(program, "eager_bytes"), 0));
        put(otf2_ranks_per_processor, trace_[program].number(field(program, "ranks_per_processor"), 0));
        put(otf2_complete, trace_[program].number(field(program, "complete"), 0));
    }

    const Otf2Errors errors_;
    const Trace& trace_;
    Timeline timeline_;
    Otf2Definitions definitions_;
    Otf2Ticks ticks_;
    MarkWriter marks_;
    std::unique_ptr<OTF2_Archive, CloseArchive> archive_;
    OTF2_EvtWriter* writer_ = nullptr;
    std::vector<PlacedEvent> moments_;
    std::map<std::uint64_t, std::uint64_t> events_;  ///< of each location
};

}  // namespace

void write_otf2_archive(const Trace& trace, const fs::path& output, bool overwrite) {
    std::error_code ignored;
    const fs::path folder = absolute_folder(output);
    const bool exists = fs::exists(fs::symlink_status(folder, ignored));
    if (exists && !(overwrite && find_otf2_anchor(folder))) {
        throw FileError(fmt::format("{}: exists{}", output.string(),
                                    overwrite ? " and is no archive of OTF2; give another folder"
                                              : "; give another folder, or --overwrite for an archive"));
    }
    const fs::path parent = folder.parent_path();
    if (!fs::is_directory(parent, ignored)) {
        throw FileError(fmt::format("{}: cannot make this folder: there is no {}; make that first",
                                    output.string(), parent.string()));
    }
    const fs::path partial = partial_path(folder);
    fs::remove_all(partial, ignored);
    UnfinishedFiles unfinished({partial});
    ArchiveWriter(trace, partial).write(partial);
    sync_files_in(partial);
    // The old one is removed in the place of the unfinished one; at no moment is there neither.
    const bool are_exchanged =
        exists && renameat2(AT_FDCWD, partial.c_str(), AT_FDCWD, folder.c_str(), RENAME_EXCHANGE) == 0;
    if (!are_exchanged) {
        if (exists) fs::remove_all(folder, ignored);
        std::error_code error;
        fs::rename(partial, folder, error);
        if (error) throw system_error(output, "give this name to the folder", error.value(), FileUse::report);
        unfinished.keep();
    }
    sync_names_beside(folder);
}

}  // namespace fabricmap::tracing
