// SPDX-License-Identifier: Apache-2.0
// What fields can hold, as the tables say, is what the functions that are recorded put there.
#include "tracing/functions/functions.hpp"
#include "tracing/model/field_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace fabricmap::tracing {
namespace {

using Values = std::set<std::string_view>;

Values types_of_functions(CallKind kind) {
    Values values;
    for (const FunctionInfo& function : all_functions()) {
        if (function.kind == kind && !function.op_type.empty()) values.insert(function.op_type);
    }
    return values;
}

Values values_of(RecordType type, std::string_view name) {
    const auto values = info_of(type).fields[static_cast<std::size_t>(*find_field(type, name))].values;
    return {values.begin(), values.end()};
}

TEST(FieldValues, AreThoseOfTheFunctions) {
    EXPECT_EQ(values_of(RecordType::point_to_point, "send_op_type"), types_of_functions(CallKind::message));
    EXPECT_EQ(values_of(RecordType::one_sided, "op_type"), types_of_functions(CallKind::one_sided));
    EXPECT_EQ(values_of(RecordType::file_access, "op_type"), types_of_functions(CallKind::file));
    Values collectives = types_of_functions(CallKind::collective);
    collectives.merge(types_of_functions(CallKind::persistent));
    EXPECT_EQ(values_of(RecordType::collective, "op_type"), collectives);
}

}  // namespace
}  // namespace fabricmap::tracing
