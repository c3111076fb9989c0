// SPDX-License-Identifier: Apache-2.0
#include "rules/records/records.hpp"

#include <cmath>

namespace fabricmap::rules {
namespace {

using tracing::FieldIndex;
using tracing::RecordType;

constexpr FieldIndex rank_field = tracing::field(RecordType::process, "rank");
constexpr FieldIndex host_field = tracing::field(RecordType::process, "host");
constexpr FieldIndex start_field = tracing::field(RecordType::process, "start_time");
constexpr FieldIndex finish_field = tracing::field(RecordType::process, "finish_time");

double as_number(tracing::StringId text) {
    return text == tracing::no_string ? unknown : static_cast<double>(text);
}

}  // namespace

Records::Records(const tracing::Trace& trace) : trace_(trace) {
    const tracing::RecordTable& processes = trace[RecordType::process];
    for (std::size_t process = 0; process < processes.size(); ++process) {
        hosts_.emplace(processes.number(rank_field, process), as_number(processes.text(host_field, process)));
    }
}

std::size_t Records::size(TypeIndex type) const noexcept {
    return type < tracing::record_type_count ? trace_[static_cast<RecordType>(type)].size() : 0;
}

ColumnView Records::column(TypeIndex type, std::size_t field) const noexcept {
    if (type >= tracing::record_type_count) return {};
    const tracing::RecordTable& table = trace_[static_cast<RecordType>(type)];
    const auto index = static_cast<FieldIndex>(field);
    return {table.numbers(index), table.texts(index)};
}

double Records::value(TypeIndex type, std::size_t field, std::size_t record) const noexcept {
    const ColumnView view = column(type, field);
    if (!view.numbers.empty()) return view.numbers[record];
    return view.texts.empty() ? unknown : as_number(view.texts[record]);
}

double Records::run_value(TypeIndex type, std::size_t field) const noexcept {
    return size(type) == 0 ? unknown : value(type, field, 0);
}

double Records::number_of(std::string_view text) {
    const tracing::StringId id = trace_.strings().find(text);
    if (id != tracing::no_string) return static_cast<double>(id);
    const auto next = static_cast<double>(trace_.strings().size() + own_texts_.size());
    return own_texts_.emplace(text, next).first->second;
}

std::string_view Records::text_of(double number) const noexcept {
    if (std::isnan(number)) return {};
    return trace_.strings()[static_cast<tracing::StringId>(number)];
}

double Records::host_of(double rank) const noexcept {
    const auto found = hosts_.find(rank);
    return found == hosts_.end() ? unknown : found->second;
}

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): maps come with their own records
double Records::expected(double /*source*/, double /*target*/, double /*bytes*/) const noexcept {
    return unknown;
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
