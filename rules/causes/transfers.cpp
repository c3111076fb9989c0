// SPDX-License-Identifier: Apache-2.0
#include "rules/causes/transfers.hpp"

#include "rules/records/call_fields.hpp"
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

constexpr RecordType message_type = RecordType::point_to_point;

class Transfers {
  public:
    Transfers(const tracing::Trace& trace, Records& records, ExplainedTime& explained)
        : trace_(trace),
          records_(records),
          explained_(explained),
          processes_(static_cast<double>(std::max<std::size_t>(1, trace[RecordType::process].size()))) {}

    void add_messages() {
        constexpr FieldIndex probe_start = tracing::field(message_type, "receive_probe_start_time");
        const RecordTable& table = trace_[message_type];
        const std::vector<TimedCallFields> calls = timed_call_fields_of(message_type);
        for (std::size_t record = 0; record < table.size(); ++record) {
            const auto number = [&](FieldIndex field) { return table.number(field, record); };
            const double bytes = zero_where_unknown(number(tracing::field(message_type, "bytes")));
            const double expected =
                records_.expected(number(tracing::field(message_type, "send_process_rank")),
                                  number(tracing::field(message_type, "receive_process_rank")), bytes);
            const double allowed = std::isnan(expected) ? allowed_seconds(bytes)
                                                        : std::max(overhead_s, times_expected * expected);
            const double sent = number(tracing::field(message_type, "send_start_time"));
            const double begin = std::max(sent, number(tracing::field(message_type, "receive_start_time")));
            // What is probed for is not received yet.
            for (const TimedCallFields& call : calls)
                add_call(table, call, record, call.start == probe_start ? sent : begin, allowed);
        }
    }

    void add_collectives() {
        constexpr RecordType type = RecordType::collective;
        const RecordTable& table = trace_[type];
        const std::vector<TimedCallFields> calls = timed_call_fields_of(type);
        for (std::size_t record = 0; record < table.size(); ++record) {
            const double begin = table.number(tracing::field(type, "start_time_max"), record);
            const double bytes = zero_where_unknown(table.number(tracing::field(type, "bytes"), record));
            const double allowed = allowed_seconds(processes_ * bytes) + std::log2(processes_) * overhead_s;
            for (const TimedCallFields& call : calls) add_call(table, call, record, begin, allowed);
        }
    }

    void add_others() {
        for (const RecordType type :
             {RecordType::one_sided, RecordType::lock, RecordType::exposure, RecordType::signal}) {
            const RecordTable& table = trace_[type];
            const auto bytes = tracing::find_field(type, "bytes");
            for (const TimedCallFields& call : timed_call_fields_of(type)) {
                for (std::size_t record = 0; record < table.size(); ++record) {
                    const double moved = bytes ? zero_where_unknown(table.number(*bytes, record)) : 0;
                    const double begin = table.number(call.start, record);
                    add_call(table, call, record, begin, allowed_seconds(moved));
                }
            }
        }
    }

  private:
    static double allowed_seconds(double bytes) { return overhead_s + bytes / slowest_network; }

    /// The call begins what it is there for, and ends with it once the other side is there, too.
    void add_call(const RecordTable& table, const TimedCallFields& call, std::size_t record, double begin,
                  double allowed) {
        const double start = table.number(call.start, record);
        const double finish = table.number(call.finish, record);
        if (std::isnan(start) || std::isnan(finish)) return;
        const double rank = table.number(call.rank, record);
        const double place = place_number(table, call.place, record);
        explained_.add(rank, place, start, std::min(finish, start + overhead_s));
        explained_.add(rank, place, std::max({start, begin, finish - allowed}), finish);
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
