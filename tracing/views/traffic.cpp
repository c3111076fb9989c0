// SPDX-License-Identifier: Apache-2.0
#include "tracing/views/traffic.hpp"

#include <fmt/format.h>

namespace fabricmap::tracing {
namespace {

/// Ranks and lengths of a table's records.
class Flows {
  public:
    Flows(const RecordTable& table, std::string_view from, std::string_view to)
        : table_(table),
          from_(*find_field(table.type(), from)),
          to_(*find_field(table.type(), to)),
          bytes_(*find_field(table.type(), "bytes")) {}

    void add(std::size_t record, bool is_reversed, Traffic& traffic) const {
        auto from = static_cast<int>(table_.number(from_, record));
        auto to = static_cast<int>(table_.number(to_, record));
        if (is_reversed) std::swap(from, to);
        PairTraffic& pair = traffic[{from, to}];
        ++pair.messages;
        if (table_.has(bytes_, record))
            pair.bytes += static_cast<std::uint64_t>(table_.number(bytes_, record));
    }

  private:
    const RecordTable& table_;
    FieldIndex from_;
    FieldIndex to_;
    FieldIndex bytes_;
};

}  // namespace

Traffic traffic_of(const Trace& trace) {
    Traffic traffic;
    const RecordTable& messages = trace[RecordType::point_to_point];
    const Flows of_messages(messages, "send_process_rank", "receive_process_rank");
    for (std::size_t record = 0; record < messages.size(); ++record) of_messages.add(record, false, traffic);

    constexpr auto one_sided = RecordType::one_sided;
    const RecordTable& accesses = trace[one_sided];
    const Flows of_accesses(accesses, "process_rank", "target_process_rank");
    for (std::size_t record = 0; record < accesses.size(); ++record) {
        if (!accesses.has(field(one_sided, "target_process_rank"), record)) continue;
        const bool is_get = trace.text(one_sided, field(one_sided, "op_type"), record) == "get";
        of_accesses.add(record, is_get, traffic);
    }
    return traffic;
}

std::string format_traffic(const Traffic& traffic) {
    std::string text = "sender,receiver,messages,bytes\n";
    for (const auto& [pair, sent] : traffic) {
        text += fmt::format("{},{},{},{}\n", pair.first, pair.second, sent.messages, sent.bytes);
    }
    return text;
}

}  // namespace fabricmap::tracing
