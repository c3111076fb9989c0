// SPDX-License-Identifier: Apache-2.0
#include "rules/records/compared_trace.hpp"

namespace fabricmap::rules {

using tracing::FieldIndex;
using tracing::RecordTable;
using tracing::RecordType;
using tracing::StringId;

std::size_t ComparedTrace::size(TypeIndex type) const {
    return trace_[static_cast<RecordType>(type)].size();
}

ColumnView ComparedTrace::column(TypeIndex type, std::size_t field) {
    const RecordTable& table = trace_[static_cast<RecordType>(type)];
    const auto index = static_cast<FieldIndex>(field);
    const auto texts = table.texts(index);
    if (texts.empty()) return {table.numbers(index), {}};
    const auto [found, is_new] = renumbered_.try_emplace({type, field});
    if (is_new) {
        for (const StringId text : texts) {
            const bool is_known = text != tracing::no_string;
            found->second.push_back(is_known ? texts_.number_of(trace_.strings()[text]) : text);
        }
    }
    return {{}, found->second};
}

}  // namespace fabricmap::rules
