// SPDX-License-Identifier: Apache-2.0
// What fields of maps can hold, as the page says, is what the diagnosis and the runs have.
#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "netcdf_schema/run/mode.hpp"
#include "rules/language/record_schema.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::rules {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view type_name, std::string_view field) {
    const TypeIndex type = find_type(type_name).value();
    const auto values = record_schema()[type].fields[find_record_field(type, field).value()].values;
    return {values.begin(), values.end()};
}

TEST(FieldValuesOfMaps, AreThoseOfRunsAndDiagnoses) {
    Words modes;
    for (const Mode mode : all_modes) modes.emplace_back(name_of(mode));
    EXPECT_EQ(words_of("sample", "mode"), modes);
    Words kinds;
    for (const diagnosis::KindOfFinding& kind : diagnosis::all_kinds_of_findings()) {
        // Those are made by rules.
        if (kind.kind != diagnosis::FindingKind::broken_rule) kinds.emplace_back(name_of(kind.kind));
    }
    EXPECT_EQ(words_of("finding", "kind"), kinds);
    using diagnosis::Side;
    EXPECT_EQ(words_of("finding", "side"),
              (Words{std::string(name_of(Side::sender)), std::string(name_of(Side::receiver)),
                     std::string(name_of(Side::both))}));
    using diagnosis::ThresholdScope;
    EXPECT_EQ(words_of("threshold", "scope"), (Words{std::string(name_of(ThresholdScope::software)),
                                                     std::string(name_of(ThresholdScope::transport)),
                                                     std::string(name_of(ThresholdScope::unknown))}));
}

}  // namespace
}  // namespace fabricmap::rules
