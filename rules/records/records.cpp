// SPDX-License-Identifier: Apache-2.0
#include "rules/records/records.hpp"

#include "base/mixing.hpp"

#include <bit>
#include <cmath>

namespace fabricmap::rules {
namespace {

using tracing::FieldIndex;
using tracing::RecordType;
using tracing::StringId;

constexpr FieldIndex rank_field = tracing::field(RecordType::process, "rank");
constexpr FieldIndex host_field = tracing::field(RecordType::process, "host");
constexpr FieldIndex start_field = tracing::field(RecordType::process, "start_time");
constexpr FieldIndex finish_field = tracing::field(RecordType::process, "finish_time");

bool is_of_trace(TypeIndex type) {
    return type < tracing::record_type_count;
}

}  // namespace

Records::Records(const tracing::Trace& trace, std::vector<NamedMap> maps, std::vector<NamedTrace> compared)
    : trace_(trace), texts_(trace.strings()) {
    for (NamedMap& map : maps) maps_.try_emplace(map.name, std::move(map.runs), texts_);
    for (NamedTrace& one : compared) compared_.try_emplace(one.name, std::move(one.trace), texts_);
    place_ranks();
}

/// The slot of a rank is its number among those of its host, in their order.
void Records::place_ranks() {
    const tracing::RecordTable& processes = trace_[RecordType::process];
    std::map<double, StringId> host_by_rank;
    for (std::size_t process = 0; process < processes.size(); ++process)
        host_by_rank.emplace(processes.number(rank_field, process), processes.text(host_field, process));
    std::map<StringId, std::int64_t> ranks_on;
    for (const auto& [rank, host] : host_by_rank) {
        const bool is_known = host != tracing::no_string && !texts_.text_of(host).empty();
        hosts_.emplace(rank, as_number(is_known ? host : tracing::no_string));
        if (!is_known) continue;
        positions_.emplace(rank, RankPosition{std::string(texts_.text_of(host)), ranks_on[host]++});
    }
    are_on_one_host_ = ranks_on.size() == 1 && positions_.size() == hosts_.size();
}

MapTables* Records::map_named(std::string_view name) {
    const auto found = maps_.find(name);
    return found == maps_.end() ? nullptr : &found->second;
}

ComparedTrace* Records::trace_named(std::string_view name) {
    const auto found = compared_.find(name);
    return found == compared_.end() ? nullptr : &found->second;
}

std::size_t Records::size(TypeIndex type, std::string_view input) {
    if (!is_of_trace(type)) {
        MapTables* const tables = map_named(input);
        return tables == nullptr ? 0 : tables->size(type);
    }
    if (input.empty()) return trace_[static_cast<RecordType>(type)].size();
    const ComparedTrace* const other = trace_named(input);
    return other == nullptr ? 0 : other->size(type);
}

ColumnView Records::column(TypeIndex type, std::size_t field, std::string_view input) {
    if (!is_of_trace(type)) {
        MapTables* const tables = map_named(input);
        return tables == nullptr ? ColumnView() : tables->column(type, field);
    }
    if (!input.empty()) {
        ComparedTrace* const other = trace_named(input);
        return other == nullptr ? ColumnView() : other->column(type, field);
    }
    const tracing::RecordTable& table = trace_[static_cast<RecordType>(type)];
    const auto index = static_cast<FieldIndex>(field);
    return {table.numbers(index), table.texts(index)};
}

double Records::value(TypeIndex type, std::size_t field, std::size_t record, std::string_view input) {
    const ColumnView view = column(type, field, input);
    if (!view.numbers.empty()) return view.numbers[record];
    return view.texts.empty() ? unknown : as_number(view.texts[record]);
}

const diagnosis::Finding& Records::finding(std::size_t record, std::string_view map) {
    return maps_.find(map)->second.map().diagnosis().findings.at(record);
}

double Records::run_value(TypeIndex type, std::size_t field) {
    return size(type) == 0 ? unknown : value(type, field, 0);
}

std::string_view Records::text_of(double number) const {
    if (std::isnan(number)) return {};
    return texts_.text_of(static_cast<StringId>(number));
}

double Records::host_of(double rank) const noexcept {
    const auto found = hosts_.find(rank);
    return found == hosts_.end() ? unknown : found->second;
}

std::size_t Records::HashOfRoute::operator()(const Route& route) const noexcept {
    const auto bits = [](double value) { return mix(std::bit_cast<std::uint64_t>(value)); };
    return mix(bits(route.source) + 31 * bits(route.target) + 961 * bits(route.mode));
}

std::vector<DelayPoint> Records::points_of(const Route& route) {
    const MapTables* const tables = map_named({});
    const auto from = positions_.find(route.source);
    const auto to = positions_.find(route.target);
    if (tables == nullptr || from == positions_.end() || to == positions_.end()) return {};
    const std::string_view mode = route.mode < 0 ? std::string_view() : text_of(route.mode);
    return ExpectedDelays(tables->map()).points_of(from->second, to->second, mode);
}

double Records::expected(double source, double target, double bytes, double mode) {
    if (maps_.empty() || std::isnan(source) || std::isnan(target)) return unknown;
    const Route route{source, target, std::isnan(mode) ? -1 : mode};
    const auto [place, is_new] = routes_.try_emplace(route);
    if (is_new) place->second = points_of(route);
    return delay_at(place->second, bytes);
}

double Records::process_seconds() const noexcept {
    const tracing::RecordTable& processes = trace_[RecordType::process];
    double seconds = 0;
    for (std::size_t process = 0; process < processes.size(); ++process) {
        seconds += processes.number(finish_field, process) - processes.number(start_field, process);
    }
    return seconds;
}

}  // namespace fabricmap::rules
