// SPDX-License-Identifier: Apache-2.0
#include "tracing/model/trace.hpp"

#include <cmath>
#include <limits>

namespace fabricmap::tracing {
namespace {

constexpr double unknown_number = std::numeric_limits<double>::quiet_NaN();

/// Sets one value of a column, which is made when its first value comes.
template <typename Value>
void set_value(std::vector<Value>& column, std::size_t size, std::size_t record, Value value, Value unknown) {
    if (column.empty()) column.resize(size, unknown);
    column[record] = value;
}

template <std::size_t... Types>
std::array<RecordTable, record_type_count> empty_tables(std::index_sequence<Types...> /*types*/) {
    return {RecordTable(static_cast<RecordType>(Types))...};
}

}  // namespace

RecordTable::RecordTable(RecordType type) : type_(type) {
    for (const FieldInfo& field : info_of(type).fields) {
        if (field.kind == FieldKind::text) {
            columns_.emplace_back(Texts{});
        } else {
            columns_.emplace_back(Numbers{});
        }
    }
}

std::size_t RecordTable::add(std::size_t count) {
    const std::size_t first = size_;
    size_ += count;
    for (Column& column : columns_) {
        if (auto* const numbers = std::get_if<Numbers>(&column)) {
            if (!numbers->empty()) numbers->resize(size_, unknown_number);
        } else if (auto& texts = std::get<Texts>(column); !texts.empty()) {
            texts.resize(size_, no_string);
        }
    }
    return first;
}

void RecordTable::set(FieldIndex field, std::size_t record, double value) {
    auto& column = std::get<Numbers>(columns_[static_cast<std::size_t>(field)]);
    if (column.empty() && std::isnan(value)) return;
    set_value(column, size_, record, value, unknown_number);
}

void RecordTable::set(FieldIndex field, std::size_t record, StringId value) {
    auto& column = std::get<Texts>(columns_[static_cast<std::size_t>(field)]);
    if (column.empty() && value == no_string) return;
    set_value(column, size_, record, value, no_string);
}

bool RecordTable::has(FieldIndex field) const noexcept {
    const Column& column = columns_[static_cast<std::size_t>(field)];
    return std::visit([](const auto& values) { return !values.empty(); }, column);
}

bool RecordTable::has(FieldIndex field, std::size_t record) const noexcept {
    const Column& column = columns_[static_cast<std::size_t>(field)];
    if (std::holds_alternative<Texts>(column)) return text(field, record) != no_string;
    return !std::isnan(number(field, record));
}

double RecordTable::number(FieldIndex field, std::size_t record) const noexcept {
    const std::span<const double> values = numbers(field);
    return values.empty() ? unknown_number : values[record];
}

StringId RecordTable::text(FieldIndex field, std::size_t record) const noexcept {
    const std::span<const StringId> values = texts(field);
    return values.empty() ? no_string : values[record];
}

std::span<const double> RecordTable::numbers(FieldIndex field) const noexcept {
    const auto* const column = std::get_if<Numbers>(&columns_[static_cast<std::size_t>(field)]);
    return column == nullptr ? std::span<const double>() : *column;
}

std::span<const StringId> RecordTable::texts(FieldIndex field) const noexcept {
    const auto* const column = std::get_if<Texts>(&columns_[static_cast<std::size_t>(field)]);
    return column == nullptr ? std::span<const StringId>() : *column;
}

std::size_t RecordTable::memory() const noexcept {
    std::size_t bytes = 0;
    for (const Column& column : columns_) {
        bytes += std::visit([](const auto& values) { return values.capacity() * sizeof(values[0]); }, column);
    }
    return bytes;
}

Trace::Trace() : tables_(empty_tables(std::make_index_sequence<record_type_count>())) {}

}  // namespace fabricmap::tracing
