// SPDX-License-Identifier: Apache-2.0
#include "tracing/model/record_types.hpp"

#include "tracing/model/field_tables.hpp"

#include <algorithm>

namespace fabricmap::tracing {
namespace {

constexpr std::string_view operation_titles[record_type_count] = {"program",
                                                                  "process",
                                                                  "operation point_to_point",
                                                                  "operation collective",
                                                                  "operation one_sided",
                                                                  "operation lock",
                                                                  "operation exposure",
                                                                  "operation signal",
                                                                  "region",
                                                                  "operation poll",
                                                                  "operation file_access",
                                                                  "call_site"};

constexpr bool titles_fit_table() {
    return std::all_of(record_table.begin(), record_table.end(), [](const RecordInfo& record) {
        const std::string_view title = operation_titles[static_cast<std::size_t>(record.type)];
        return title.ends_with(record.name) && title.starts_with("operation ") == record.is_operation;
    });
}
static_assert(titles_fit_table());

}  // namespace

const std::array<RecordInfo, record_type_count>& record_types() noexcept {
    return record_table;
}

const RecordInfo& info_of(RecordType type) noexcept {
    return record_table[static_cast<std::size_t>(type)];
}

std::string_view title_of(RecordType type) noexcept {
    return operation_titles[static_cast<std::size_t>(type)];
}

std::optional<FieldIndex> find_field(RecordType type, std::string_view name) noexcept {
    const std::span<const FieldInfo> all = info_of(type).fields;
    const auto found =
        std::find_if(all.begin(), all.end(), [name](const FieldInfo& info) { return info.name == name; });
    if (found == all.end()) return std::nullopt;
    return static_cast<FieldIndex>(found - all.begin());
}

}  // namespace fabricmap::tracing
