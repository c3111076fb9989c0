// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fabricmap::rules {

/// What a value is. Numbers are without a unit, and go with seconds and with bytes.
enum class ValueKind : std::uint8_t { truth, text, number, seconds, bytes };

[[nodiscard]] std::string_view name_of(ValueKind kind) noexcept;

/// A field that rules can name.
struct RecordField {
    std::string_view name;
    ValueKind kind = ValueKind::number;
    std::string_view meaning;
    std::span<const std::string_view> values{};  ///< all that a string can be; empty where that is open
    /// Of a time in a trace: the field with the rank of the process whose clock it was read from. None where
    /// the record does not name that process, as for the last start of a group.
    std::optional<std::size_t> clock{};
};

/// A type of records that rules can look for.
struct RecordSchema {
    std::string_view name;
    bool is_operation = false;
    bool is_of_map = false;  ///< else of a trace
    std::vector<RecordField> fields;
    std::string_view start_field;  ///< what "within" compares; empty where records have no start
    std::string_view meaning;
};

/// A type: its position in record_schema(). Those of traces come first, as in tracing::RecordType.
using TypeIndex = std::size_t;

/// Types and fields: those of traces are those of tracing's table.
[[nodiscard]] const std::vector<RecordSchema>& record_schema();

[[nodiscard]] std::optional<TypeIndex> find_type(std::string_view name);
[[nodiscard]] std::optional<std::size_t> find_record_field(TypeIndex type, std::string_view name);

}  // namespace fabricmap::rules
