// SPDX-License-Identifier: Apache-2.0
// Perfetto's trace format: a protobuf message Trace of packets. Numbers of fields are those of
// protos/perfetto/trace; tests/tracing/formats/perfetto.proto has the few that are used.
#include "base/output_file.hpp"
#include "command_line/program.hpp"
#include "tracing/formats/formats.hpp"
#include "tracing/views/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <tuple>
#include <vector>

namespace fabricmap::tracing {
namespace {

constexpr std::size_t perfetto_piece_bytes = std::size_t{1} << 20U;

using Message = protozero::pbf_writer;

enum TraceField { trace_packet = 1 };
enum PacketField {
    packet_timestamp = 8,
    packet_sequence = 10,
    packet_event = 11,
    packet_sequence_flags = 13,
    packet_descriptor = 60,
};
enum DescriptorField {
    descriptor_uuid = 1,
    descriptor_name = 2,
    descriptor_parent = 5,
    descriptor_process = 3,
    descriptor_thread = 4
};
enum ProcessField { process_id = 1, process_name = 6 };
enum ThreadField { thread_process_id = 1, thread_id = 2, thread_name = 5 };
enum EventField {
    event_annotation = 4,
    event_type = 9,
    event_track = 11,
    event_category = 22,
    event_name = 23,
    event_flow = 47,
    event_ending_flow = 48,
};
enum AnnotationField { annotation_integer = 4, annotation_text = 6, annotation_name = 10 };
constexpr std::uint64_t slice_begin = 1;
constexpr std::uint64_t slice_end = 2;
/// The sequence begins anew: nothing is left of what came before.
constexpr std::uint64_t incremental_state_cleared = 1;
constexpr std::uint64_t one_sequence = 1;

class PerfettoWriter {
  public:
    PerfettoWriter(const Trace& trace, OutputFile& file)
        : trace_(trace), timeline_(timeline_of(trace)), file_(file) {}

    void write() {
        for (const TimelineCall& call : timeline_.calls) origin_ = std::min(origin_, call.start);
        write_tracks();
        write_slices();
        file_.write(piece_);
    }

  private:
    struct Edge {
        std::uint64_t time = 0;
        std::size_t call = 0;
        bool is_end = false;
    };

    /// Track 1 and up: a process for each rank, then its lanes as threads.
    void write_tracks() {
        const std::vector<std::string> hosts = hosts_of_ranks();
        std::uint64_t next = 1;
        for (std::size_t rank = 0; rank < timeline_.lanes.size(); ++rank) {
            const std::uint64_t parent = next++;
            const std::string name = hosts[rank].empty() ? fmt::format("rank {}", rank)
                                                         : fmt::format("rank {} on {}", rank, hosts[rank]);
            put_descriptor([&](Message& track) {
                track.add_uint64(descriptor_uuid, parent);
                Message process(track, descriptor_process);
                process.add_uint64(process_id, rank + 1);
                process.add_string(process_name, name);
            });
            first_track_.push_back(next);
            for (int lane = 0; lane < timeline_.lanes[rank]; ++lane) {
                put_descriptor([&](Message& track) {
                    track.add_uint64(descriptor_uuid, next);
                    track.add_uint64(descriptor_parent, parent);
                    Message thread(track, descriptor_thread);
                    thread.add_uint64(thread_process_id, rank + 1);
                    thread.add_uint64(thread_id, next++);
                    thread.add_string(thread_name, lane == 0 ? "MPI" : fmt::format("MPI, thread {}", lane));
                });
            }
        }
    }

    [[nodiscard]] std::vector<std::string> hosts_of_ranks() const {
        constexpr auto process = RecordType::process;
        std::vector<std::string> hosts(timeline_.lanes.size());
        for (std::size_t record = 0; record < trace_[process].size(); ++record) {
            const double rank = trace_[process].number(field(process, "rank"), record);
            if (rank >= 0 && rank < static_cast<double>(hosts.size()))
                hosts[static_cast<std::size_t>(rank)] = trace_.text(process, field(process, "host"), record);
        }
        return hosts;
    }

    /// Begins and ends in the order of time, so that whoever reads them need not sort.
    void write_slices() {
        std::vector<Edge> edges;
        for (std::size_t call = 0; call < timeline_.calls.size(); ++call) {
            edges.push_back({nanoseconds(timeline_.calls[call].start), call, false});
            edges.push_back({nanoseconds(timeline_.calls[call].finish), call, true});
        }
        std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
            return std::tuple(a.time, a.call, a.is_end) < std::tuple(b.time, b.call, b.is_end);
        });
        first_mark_.assign(timeline_.calls.size() + 1, timeline_.marks.size());
        for (std::size_t mark = timeline_.marks.size(); mark-- > 0;)
            first_mark_[timeline_.marks[mark].call] = mark;
        for (const Edge& edge : edges) write_edge(edge);
    }

    void write_edge(const Edge& edge) {
        const TimelineCall& call = timeline_.calls[edge.call];
        put([&](Message& packet) {
            packet.add_uint64(packet_timestamp, edge.time);
            Message event(packet, packet_event);
            event.add_uint64(event_type, edge.is_end ? slice_end : slice_begin);
            event.add_uint64(event_track, first_track_[static_cast<std::size_t>(call.rank)] +
                                              static_cast<std::uint64_t>(call.lane));
            if (!edge.is_end) describe_call(call, edge.call, event);
        });
    }

    void describe_call(const TimelineCall& call, std::size_t number, Message& event) {
        event.add_string(event_category, call.function.starts_with("shmem") ? "OpenSHMEM" : "MPI");
        event.add_string(event_name, call.function.data(), call.function.size());
        if (!call.place.empty()) annotate(event, "place", call.place);
        if (call.poll) describe_poll(*call.poll, event);
        if (call.file_access) describe_file_access(*call.file_access, event);
        for (std::size_t mark = first_mark_[number];
             mark < timeline_.marks.size() && timeline_.marks[mark].call == number; ++mark)
            describe_mark(timeline_.marks[mark], event);
    }

    void annotate_number(Message& event, const char* name, RecordType type, FieldIndex field,
                         std::size_t record) const {
        const double value = trace_[type].number(field, record);
        if (!std::isnan(value)) annotate(event, name, static_cast<std::int64_t>(value));
    }

    void describe_poll(std::size_t record, Message& event) const {
        constexpr auto type = RecordType::poll;
        annotate_number(event, "calls", type, field(type, "count"), record);
        annotate_number(event, "found", type, field(type, "found"), record);
        annotate_number(event, "from", type, field(type, "source_process_rank"), record);
    }

    void describe_file_access(std::size_t record, Message& event) const {
        constexpr auto type = RecordType::file_access;
        const std::string_view file = trace_.text(type, field(type, "file"), record);
        if (!file.empty()) annotate(event, "file", file);
        annotate_number(event, "bytes", type, field(type, "bytes"), record);
    }

    /// The arrow of a message goes from the call that sends to the one after which it is there.
    void describe_mark(const Mark& mark, Message& event) {
        constexpr auto type = RecordType::point_to_point;
        const auto annotate_field = [&](const char* name, RecordType of, FieldIndex field) {
            annotate_number(event, name, of, field, mark.record);
        };
        switch (mark.kind) {
            case MarkKind::send:
            case MarkKind::send_start:
                event.add_fixed64(event_flow, mark.record + 1);
                annotate_field("to", type, field(type, "receive_process_rank"));
                annotate_field("tag", type, field(type, "tag"));
                annotate_field("bytes", type, field(type, "bytes"));
                return;
            case MarkKind::receive:
            case MarkKind::receive_complete:
                event.add_fixed64(event_ending_flow, mark.record + 1);
                annotate_field("from", type, field(type, "send_process_rank"));
                return;
            case MarkKind::collective:
                annotate_field("instance", RecordType::collective, field(RecordType::collective, "instance"));
                annotate_field("bytes", RecordType::collective, field(RecordType::collective, "bytes"));
                return;
            case MarkKind::access:
                annotate_field("target", RecordType::one_sided,
                               field(RecordType::one_sided, "target_process_rank"));
                annotate_field("bytes", RecordType::one_sided, field(RecordType::one_sided, "bytes"));
                return;
            default:
                return;
        }
    }

    static void annotate(Message& event, std::string_view name, std::string_view text) {
        Message annotation(event, event_annotation);
        annotation.add_string(annotation_name, name.data(), name.size());
        annotation.add_string(annotation_text, text.data(), text.size());
    }
    static void annotate(Message& event, std::string_view name, std::int64_t number) {
        Message annotation(event, event_annotation);
        annotation.add_string(annotation_name, name.data(), name.size());
        annotation.add_int64(annotation_integer, number);
    }

    [[nodiscard]] std::uint64_t nanoseconds(double time) const {
        return static_cast<std::uint64_t>(std::llround((time - origin_) * 1e9));
    }

    template <typename Fill>
    void put_descriptor(const Fill& fill) {
        put([&](Message& packet) {
            Message descriptor(packet, packet_descriptor);
            fill(descriptor);
        });
    }

    template <typename Fill>
    void put(const Fill& fill) {
        {
            Message trace(piece_);
            Message packet(trace, trace_packet);
            fill(packet);
            packet.add_uint64(packet_sequence, one_sequence);
            if (is_first_) packet.add_uint64(packet_sequence_flags, incremental_state_cleared);
        }
        is_first_ = false;
        if (piece_.size() < perfetto_piece_bytes) return;
        file_.write(piece_);
        piece_.clear();
    }

    const Trace& trace_;
    Timeline timeline_;
    OutputFile& file_;
    std::vector<std::uint64_t> first_track_;  ///< of a rank's lanes
    std::vector<std::size_t> first_mark_;     ///< of a call
    std::string piece_;
    double origin_ = 0;
    bool is_first_ = true;
};

}  // namespace

void write_perfetto_file(const Trace& trace, const std::filesystem::path& output, bool overwrite) {
    refuse_stdout("-o", output, "a binary file");
    require_free(output, overwrite);
    OutputFile file(output);
    PerfettoWriter(trace, file).write();
    file.commit();
}

}  // namespace fabricmap::tracing
