// SPDX-License-Identifier: Apache-2.0
#include "rules/causes/transfers.hpp"

#include "tracing/model/field_tables.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::rules {
namespace {

using tracing::FieldIndex;
using tracing::RecordTable;
using tracing::RecordType;
using tracing::StringId;

constexpr double overhead_s = 100e-6;
constexpr double slowest_network = 50e6;  // bytes a second
constexpr double times_expected = 3;

double place_number(const RecordTable& table, FieldIndex field, std::size_t record) {
    const StringId place = table.text(field, record);
    return place == tracing::no_string ? unknown : static_cast<double>(place);
}

double zero_where_unknown(double value) {
    return std::isnan(value) ? 0 : value;
}

/// A call of a record: its times and its place.
struct CallColumns {
    FieldIndex start;
    FieldIndex finish;
    FieldIndex place;
};

/// What a message's sender or receiver does for it.
struct SideColumns {
    FieldIndex rank;
    CallColumns call;
    CallColumns wait;
};

constexpr RecordType message_type = RecordType::point_to_point;
constexpr SideColumns sender{
    tracing::field(message_type, "send_process_rank"),
    {tracing::field(message_type, "send_start_time"), tracing::field(message_type, "send_finish_time"),
     tracing::field(message_type, "send_source_code")},
    {tracing::field(message_type, "send_wait_start_time"),
     tracing::field(message_type, "send_wait_finish_time"),
     tracing::field(message_type, "send_wait_source_code")}};
constexpr SideColumns receiver{
    tracing::field(message_type, "receive_process_rank"),
    {tracing::field(message_type, "receive_start_time"), tracing::field(message_type, "receive_finish_time"),
     tracing::field(message_type, "receive_source_code")},
    {tracing::field(message_type, "receive_wait_start_time"),
     tracing::field(message_type, "receive_wait_finish_time"),
     tracing::field(message_type, "receive_wait_source_code")}};

class Transfers {
  public:
    Transfers(const tracing::Trace& trace, Records& records, ExplainedTime& explained)
        : trace_(trace),
          records_(records),
          explained_(explained),
          processes_(static_cast<double>(std::max<std::size_t>(1, trace[RecordType::process].size()))) {}

    void add_messages() {
        const RecordTable& table = trace_[message_type];
        for (std::size_t record = 0; record < table.size(); ++record) {
            const double from = table.number(sender.rank, record);
            const double to = table.number(receiver.rank, record);
            const double bytes =
                zero_where_unknown(table.number(tracing::field(message_type, "bytes"), record));
            const double expected = records_.expected(from, to, bytes);
            const double allowed = std::isnan(expected) ? allowed_seconds(bytes)
                                                        : std::max(overhead_s, times_expected * expected);
            const double begin =
                std::max(table.number(sender.call.start, record), table.number(receiver.call.start, record));
            for (const SideColumns* const side : {&sender, &receiver}) {
                for (const CallColumns* const call : {&side->call, &side->wait})
                    add_call(table, table.number(side->rank, record), *call, record, begin, allowed);
            }
            add_probe(table, record, to, allowed);
        }
    }

    void add_collectives() {
        constexpr RecordType type = RecordType::collective;
        const RecordTable& table = trace_[type];
        const CallColumns call{tracing::field(type, "start_time"), tracing::field(type, "finish_time"),
                               tracing::field(type, "source_code")};
        const CallColumns wait{tracing::field(type, "wait_start_time"),
                               tracing::field(type, "wait_finish_time"),
                               tracing::field(type, "wait_source_code")};
        for (std::size_t record = 0; record < table.size(); ++record) {
            const double rank = table.number(tracing::field(type, "process_rank"), record);
            const double begin = table.number(tracing::field(type, "start_time_max"), record);
            const double bytes = zero_where_unknown(table.number(tracing::field(type, "bytes"), record));
            const double allowed = allowed_seconds(processes_ * bytes) + std::log2(processes_) * overhead_s;
            add_call(table, rank, call, record, begin, allowed);
            add_call(table, rank, wait, record, begin, allowed);
        }
    }

    void add_others() {
        add_type<RecordType::one_sided>("start_time", "finish_time", "source_code");
        add_type<RecordType::one_sided>("complete_start_time", "complete_time", "complete_source_code");
        add_type<RecordType::lock>("start_time", "acquire_time", "source_code");
        add_type<RecordType::lock>("release_time", "finish_time", "release_source_code");
        add_type<RecordType::exposure>("start_start_time", "start_finish_time", "source_code");
        add_type<RecordType::exposure>("complete_start_time", "complete_finish_time", "complete_source_code");
        add_type<RecordType::exposure>("post_start_time", "post_finish_time", "target_source_code",
                                       "target_process_rank");
        add_type<RecordType::exposure>("wait_start_time", "wait_finish_time", "wait_source_code",
                                       "target_process_rank");
        add_type<RecordType::signal>("start_time", "finish_time", "source_code");
    }

  private:
    static double allowed_seconds(double bytes) { return overhead_s + bytes / slowest_network; }

    /// The call begins what it is there for, and ends with it once the other side is there, too.
    void add_call(const RecordTable& table, double rank, const CallColumns& call, std::size_t record,
                  double begin, double allowed) {
        const double start = table.number(call.start, record);
        const double finish = table.number(call.finish, record);
        if (std::isnan(start) || std::isnan(finish)) return;
        const double place = place_number(table, call.place, record);
        explained_.add(rank, place, start, std::min(finish, start + overhead_s));
        explained_.add(rank, place, std::max({start, begin, finish - allowed}), finish);
    }

    void add_probe(const RecordTable& table, std::size_t record, double rank, double allowed) {
        constexpr FieldIndex start = tracing::field(message_type, "receive_probe_start_time");
        if (!table.has(start, record)) return;
        const CallColumns probe{start, tracing::field(message_type, "receive_probe_finish_time"),
                                tracing::field(message_type, "receive_probe_source_code")};
        add_call(table, rank, probe, record, table.number(sender.call.start, record), allowed);
    }

    template <RecordType type>
    void add_type(std::string_view start, std::string_view finish, std::string_view place,
                  std::string_view rank = "process_rank") {
        const RecordTable& table = trace_[type];
        const auto bytes = tracing::find_field(type, "bytes");
        const CallColumns call{tracing::find_field(type, start).value(),
                               tracing::find_field(type, finish).value(),
                               tracing::find_field(type, place).value()};
        const FieldIndex of_rank = tracing::find_field(type, rank).value();
        for (std::size_t record = 0; record < table.size(); ++record) {
            const double moved = bytes ? zero_where_unknown(table.number(*bytes, record)) : 0;
            const double begin = table.number(call.start, record);
            add_call(table, table.number(of_rank, record), call, record, begin, allowed_seconds(moved));
        }
    }

    const tracing::Trace& trace_;
    Records& records_;
    ExplainedTime& explained_;
    double processes_;
};

}  // namespace

void add_transfers(const tracing::Trace& trace, Records& records, ExplainedTime& explained) {
    Transfers transfers(trace, records, explained);
    transfers.add_messages();
    transfers.add_collectives();
    transfers.add_others();
}

void add_files(const tracing::Trace& trace, ExplainedTime& explained) {
    constexpr RecordType type = RecordType::file_access;
    const RecordTable& table = trace[type];
    for (std::size_t record = 0; record < table.size(); ++record) {
        explained.add(table.number(tracing::field(type, "process_rank"), record),
                      place_number(table, tracing::field(type, "source_code"), record),
                      table.number(tracing::field(type, "start_time"), record),
                      table.number(tracing::field(type, "finish_time"), record));
    }
}

void add_start_and_end(const tracing::Trace& trace, ExplainedTime& explained) {
    constexpr RecordType type = RecordType::collective;
    const RecordTable& table = trace[type];
    for (std::size_t record = 0; record < table.size(); ++record) {
        const std::string_view op_type = trace.text(type, tracing::field(type, "op_type"), record);
        if (op_type != "init" && op_type != "finalize") continue;
        explained.add(table.number(tracing::field(type, "process_rank"), record),
                      place_number(table, tracing::field(type, "source_code"), record),
                      table.number(tracing::field(type, "start_time"), record),
                      table.number(tracing::field(type, "finish_time"), record));
    }
}

}  // namespace fabricmap::rules
