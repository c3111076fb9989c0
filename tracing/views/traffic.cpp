// SPDX-License-Identifier: Apache-2.0
#include "tracing/views/traffic.hpp"

#include "base/quantities.hpp"
#include "base/tool_version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricmap::tracing {
namespace {

/// Adds up what belongs together.
class TrafficSum {
  public:
    void add(int sender, int receiver, std::int64_t length, std::uint64_t messages) {
        TrafficFlow& flow = flows_[{first_length_of_class(length), sender, receiver}];
        flow.messages += messages;
        flow.bytes += messages * static_cast<std::uint64_t>(length);
        ranks_ = std::max({ranks_, sender + 1, receiver + 1});
    }

    [[nodiscard]] Traffic traffic(int ranks) const {
        Traffic traffic{std::max(ranks, ranks_), {}};
        for (const auto& [key, sum] : flows_) {
            const auto& [length, sender, receiver] = key;
            traffic.flows.push_back({length, sender, receiver, sum.messages, sum.bytes});
        }
        return traffic;
    }

  private:
    std::map<std::tuple<std::int64_t, int, int>, TrafficFlow> flows_;
    int ranks_ = 0;
};

/// The ranks and the length of a record; nothing of one whose ranks are not known.
struct FlowFields {
    FieldIndex from;
    FieldIndex to;
    FieldIndex bytes;

    void add(const RecordTable& table, std::size_t record, bool is_reversed, TrafficSum& sum) const {
        if (!table.has(from, record) || !table.has(to, record)) return;
        auto sender = static_cast<int>(table.number(from, record));
        auto receiver = static_cast<int>(table.number(to, record));
        if (sender < 0 || receiver < 0) return;
        if (is_reversed) std::swap(sender, receiver);
        const double length = table.has(bytes, record) ? table.number(bytes, record) : 0;
        sum.add(sender, receiver, std::max<std::int64_t>(0, static_cast<std::int64_t>(length)), 1);
    }
};

void add_messages(const Trace& trace, TrafficSum& sum) {
    constexpr auto type = RecordType::point_to_point;
    constexpr FlowFields fields{field(type, "send_process_rank"), field(type, "receive_process_rank"),
                                field(type, "bytes")};
    for (std::size_t record = 0; record < trace[type].size(); ++record)
        fields.add(trace[type], record, false, sum);
}

void add_accesses(const Trace& trace, TrafficSum& sum) {
    constexpr auto type = RecordType::one_sided;
    constexpr FlowFields fields{field(type, "process_rank"), field(type, "target_process_rank"),
                                field(type, "bytes")};
    for (std::size_t record = 0; record < trace[type].size(); ++record)
        fields.add(trace[type], record, trace.text(type, field(type, "op_type"), record) == "get", sum);
}

/// A trace as text does not tell the blocks of collective operations: none of them is in the traffic then.
std::map<std::string, OtherCollective> others_of(const Operations& operations) {
    const CollectiveBlocks& blocks = operations.blocks;
    if (!blocks.blocks().empty() || !blocks.others().empty()) return blocks.others();
    constexpr auto type = RecordType::collective;
    std::map<std::string, OtherCollective> others;
    for (std::size_t record = 0; record < operations.trace[type].size(); ++record) {
        OtherCollective& sum =
            others[std::string(operations.trace.text(type, field(type, "op_name"), record))];
        const double bytes = operations.trace[type].number(field(type, "bytes"), record);
        ++sum.calls;
        if (bytes > 0) sum.bytes += static_cast<std::uint64_t>(bytes);
    }
    return others;
}

}  // namespace

Traffic traffic_of(const Operations& operations) {
    TrafficSum sum;
    add_messages(operations.trace, sum);
    add_accesses(operations.trace, sum);
    for (const auto* const blocks : {&operations.blocks.blocks(), &operations.unreceived}) {
        for (const auto& [key, calls] : *blocks) {
            const auto& [sender, receiver, bytes] = key;
            sum.add(sender, receiver, bytes, calls);
        }
    }
    constexpr auto program = RecordType::program;
    return sum.traffic(
        static_cast<int>(operations.trace[program].number(field(program, "process_count"), 0)));
}

std::string format_traffic(const Traffic& traffic) {
    std::map<std::pair<int, int>, std::pair<std::uint64_t, std::uint64_t>> pairs;
    for (const TrafficFlow& flow : traffic.flows) {
        auto& [messages, bytes] = pairs[{flow.sender, flow.receiver}];
        messages += flow.messages;
        bytes += flow.bytes;
    }
    std::string text = "sender,receiver,messages,bytes\n";
    for (const auto& [pair, sent] : pairs)
        text += fmt::format("{},{},{},{}\n", pair.first, pair.second, sent.first, sent.second);
    return text;
}

std::string describe_other_collectives(const Operations& operations) {
    std::string text;
    for (const auto& [function, sum] : others_of(operations)) {
        if (sum.bytes == 0 || function.starts_with("MPI_Win_")) continue;
        text += fmt::format("  {:<26} {:>12} {:>12}\n", function, sum.calls,
                            format_bytes(static_cast<double>(sum.bytes)));
    }
    if (text.empty()) return text;
    return fmt::format(
        "Not in it, as the MPI library chooses who sends to whom (calls of all ranks, what they "
        "contribute):\n{}",
        text);
}

RunDescription describe_traffic(const Trace& trace, int ranks, const std::string& source) {
    RunDescription description;
    description.title = "Messages of a program";
    description.tool_version = std::string(tool_version());
    description.started = utc_now();
    description.finished = description.started;
    description.history = fmt::format("{} network_trace traffic {}", description.started, source);
    description.complete = true;
    description.ranks.resize(static_cast<std::size_t>(ranks));
    constexpr auto process = RecordType::process;
    std::map<std::string, int> nodes;
    for (std::size_t record = 0; record < trace[process].size(); ++record) {
        const double rank = trace[process].number(field(process, "rank"), record);
        if (!(rank >= 0 && rank < ranks)) continue;
        RankLocation& location = description.ranks[static_cast<std::size_t>(rank)];
        location.host = trace.text(process, field(process, "host"), record);
        if (location.host.empty()) continue;
        location.node = nodes.emplace(location.host, static_cast<int>(nodes.size())).first->second;
    }
    return description;
}

}  // namespace fabricmap::tracing
