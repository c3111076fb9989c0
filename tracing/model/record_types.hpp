// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fabricmap::tracing {

/// What a trace holds records of. The two first operations, program and process are those of Karpenko and
/// Dergunov (2011).
enum class RecordType : std::uint8_t {
    program,
    process,
    point_to_point,
    collective,
    one_sided,
    lock,
    exposure,
    signal,
    region,
    poll,
    file_access,
    call_site,
};

inline constexpr std::size_t record_type_count = 12;

/// Of a run. A file that tells of more is damaged.
inline constexpr int max_processes = 1'000'000;

/// What the values of a field are. All but text are numbers.
enum class FieldKind : std::uint8_t {
    text,
    count,  ///< a number of something, or of one thing among several: a tag
    rank,   ///< of MPI_COMM_WORLD, below max_processes
    bytes,
    seconds,  ///< of the common clock, or how long something took
};

/// Whether each record has the field, or it may be unknown.
enum class Presence : std::uint8_t { required, optional };

/// A field of a record type, and so a column of its table.
struct FieldInfo {
    std::string_view name;
    FieldKind kind = FieldKind::text;
    Presence presence = Presence::optional;
    std::string_view meaning;
    std::span<const std::string_view> values = {};  ///< all that a text can be; empty where that is open
};

/// A field of a record type: its position in RecordInfo::fields.
enum class FieldIndex : std::uint8_t {};

/// A line of the table of record types.
struct RecordInfo {
    RecordType type = RecordType::program;
    std::string_view name;
    bool is_operation = false;  ///< "operation NAME" in texts
    std::span<const FieldInfo> fields;
    std::string_view meaning;
};

/// The one table of types and fields: texts, CSV and rules are made by it. In the order of RecordType.
[[nodiscard]] const std::array<RecordInfo, record_type_count>& record_types() noexcept;

[[nodiscard]] const RecordInfo& info_of(RecordType type) noexcept;

/// "operation point_to_point", "process".
[[nodiscard]] std::string_view title_of(RecordType type) noexcept;

/// The field of that name; nothing where the type has none.
[[nodiscard]] std::optional<FieldIndex> find_field(RecordType type, std::string_view name) noexcept;

}  // namespace fabricmap::tracing
