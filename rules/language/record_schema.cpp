// SPDX-License-Identifier: Apache-2.0
#include "rules/language/record_schema.hpp"

#include "tracing/model/record_types.hpp"

#include <algorithm>
#include <array>

namespace fabricmap::rules {
namespace {

using enum ValueKind;

ValueKind kind_of(tracing::FieldKind kind) {
    switch (kind) {
        case tracing::FieldKind::text:
            return text;
        case tracing::FieldKind::bytes:
            return bytes;
        case tracing::FieldKind::seconds:
            return seconds;
        case tracing::FieldKind::count:
        case tracing::FieldKind::rank:
            break;
    }
    return number;
}

/// The first of these that the type has.
std::string_view start_field_of(const tracing::RecordInfo& info) {
    constexpr std::array<std::string_view, 3> starts{"start_time", "send_start_time", "start_start_time"};
    for (const std::string_view start : starts) {
        if (tracing::find_field(info.type, start)) return start;
    }
    return {};
}

/// Whose clock the times of a record are read from, by the beginning of their names.
struct ClockRank {
    std::string_view type;
    std::string_view beginning;
    std::string_view rank;
};

constexpr std::array clock_ranks{
    ClockRank{"process", "", "rank"},
    ClockRank{"point_to_point", "send_", "send_process_rank"},
    ClockRank{"point_to_point", "receive_", "receive_process_rank"},
    ClockRank{"collective", "root_", "root_process_rank"},
    ClockRank{"exposure", "post_", "target_process_rank"},
    ClockRank{"exposure", "wait_", "target_process_rank"},
    ClockRank{"signal", "signal_", "signal_process_rank"},
};

std::optional<std::size_t> clock_of(const tracing::RecordInfo& info, const tracing::FieldInfo& field) {
    const bool is_of_group = field.name.ends_with("_min") || field.name.ends_with("_max");
    if (field.kind != tracing::FieldKind::seconds || is_of_group) return std::nullopt;
    const auto* const found =
        std::find_if(clock_ranks.begin(), clock_ranks.end(), [&](const ClockRank& clock) {
            return clock.type == info.name && field.name.starts_with(clock.beginning);
        });
    const auto rank =
        tracing::find_field(info.type, found == clock_ranks.end() ? "process_rank" : found->rank);
    return rank ? std::optional(static_cast<std::size_t>(*rank)) : std::nullopt;
}

RecordSchema schema_of(const tracing::RecordInfo& info) {
    RecordSchema schema{info.name, info.is_operation, false, {}, start_field_of(info), info.meaning};
    for (const tracing::FieldInfo& field : info.fields) {
        schema.fields.push_back(
            {field.name, kind_of(field.kind), field.meaning, field.values, clock_of(info, field)});
    }
    return schema;
}

constexpr std::array<std::string_view, 13> modes_of_maps{"one_to_one",
                                                         "all_to_all",
                                                         "async_one_to_one",
                                                         "send_recv_and_recv_send",
                                                         "test_noise",
                                                         "test_noise_blocking",
                                                         "bcast",
                                                         "put_one_to_one",
                                                         "get_one_to_one",
                                                         "stream",
                                                         "bidirectional_stream",
                                                         "leaf_stream",
                                                         "incast"};
constexpr std::array<std::string_view, 24> kinds_of_findings{
    "slow_node",         "slow_rank",        "slow_link",        "slow_switch",        "half_duplex_link",
    "asymmetric_link",   "noisy_node",       "failed_pair",      "regression",         "improvement",
    "topology_mismatch", "mixed_hosts",      "mixed_slots",      "mixed_routes",       "longer_cables",
    "missing_pairs",     "partly_slow_node", "swapped_slots",    "intermittent_delay", "slow_adapter",
    "slow_memory",       "shared_adapter",   "degraded_adapter", "missing_uplink"};
constexpr std::array<std::string_view, 3> sides_of_findings{"sender", "receiver", "both"};
constexpr std::array<std::string_view, 3> scopes_of_thresholds{"software", "transport", "unknown"};

std::vector<RecordField> sample_fields() {
    return {{"mode", text, "mode of the test", modes_of_maps},
            {"source", number, "rank of the sender"},
            {"target", number, "rank of the receiver"},
            {"source_host", text, "host of the sender"},
            {"target_host", text, "host of the receiver"},
            {"source_slot", number, "number of the sender among the ranks of its host"},
            {"target_slot", number, "number of the receiver among those of its host"},
            {"same_host", truth, "whether both are on one host"},
            {"class", text, "pair class"},
            {"bytes", bytes, "length of the message"},
            {"min", seconds, "smallest delay"},
            {"average", seconds, "mean delay"},
            {"median", seconds, "median delay"},
            {"max", seconds, "largest delay"},
            {"deviation", seconds, "standard deviation of the delays"},
            {"count", number, "delays measured"}};
}

std::vector<RecordField> finding_fields() {
    return {{"kind", text, "what was found", kinds_of_findings},
            {"host", text, "host that it is about; several are one list, as node[00-07]"},
            {"to_host", text, "the other host of a link"},
            {"side", text, "side of the host", sides_of_findings},
            {"factor", number, "how many times longer delays are"},
            {"from_bytes", bytes, "smallest length that it is seen at"},
            {"to_bytes", bytes, "largest length that it is seen at"},
            {"confidence", number, "from 0 to 1"},
            {"severity", number, "from 0 to 1"}};
}

void add_map_types(std::vector<RecordSchema>& all) {
    all.push_back({"map",
                   false,
                   true,
                   {{"process_count", number, "ranks of the run"},
                    {"host_count", number, "hosts of the run"},
                    {"pair_count", number, "pairs that were measured"}},
                   {},
                   "the run; there is one"});
    all.push_back({"sample",
                   false,
                   true,
                   sample_fields(),
                   {},
                   "a pair of ranks at a length, in one of the map's modes"});
    all.push_back({"class",
                   false,
                   true,
                   {{"name", text, "pair class"},
                    {"between_hosts", truth, "whether its pairs are on two hosts"},
                    {"pairs", number, "pairs of the class"},
                    {"bytes", bytes, "length of the message"},
                    {"median", seconds, "median delay of its pairs"}},
                   {},
                   "a class of pairs at a length"});
    all.push_back({"threshold",
                   false,
                   true,
                   {{"class", text, "pair class"},
                    {"before_bytes", bytes, "last length before the jump"},
                    {"after_bytes", bytes, "first length after it"},
                    {"jump", seconds, "how much longer delays become"},
                    {"jump_share", number, "the same as a fraction of the delay before it"},
                    {"scope", text, "what changes there", scopes_of_thresholds}},
                   {},
                   "where the delay of a class jumps or bends"});
    all.push_back({"finding", false, true, finding_fields(), {}, "what network_diagnose(1) says of a part"});
}

std::vector<RecordSchema> make_schema() {
    std::vector<RecordSchema> all;
    for (const tracing::RecordInfo& info : tracing::record_types()) all.push_back(schema_of(info));
    add_map_types(all);
    return all;
}

}  // namespace

std::string_view name_of(ValueKind kind) noexcept {
    switch (kind) {
        case truth:
            return "a condition";
        case text:
            return "a string";
        case number:
            return "a number";
        case seconds:
            return "seconds";
        case bytes:
            return "bytes";
    }
    return {};
}

const std::vector<RecordSchema>& record_schema() {
    static const std::vector<RecordSchema> schema = make_schema();
    return schema;
}

std::optional<TypeIndex> find_type(std::string_view name) {
    const auto& all = record_schema();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const RecordSchema& type) { return type.name == name; });
    if (found == all.end()) return std::nullopt;
    return static_cast<TypeIndex>(found - all.begin());
}

std::optional<std::size_t> find_record_field(TypeIndex type, std::string_view name) {
    const auto& fields = record_schema()[type].fields;
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const RecordField& field) { return field.name == name; });
    if (found == fields.end()) return std::nullopt;
    return static_cast<std::size_t>(found - fields.begin());
}

}  // namespace fabricmap::rules
