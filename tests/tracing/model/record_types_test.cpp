// SPDX-License-Identifier: Apache-2.0
#include "tracing/model/field_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fabricmap::tracing {
namespace {

TEST(RecordTypes, StandInTheOrderOfTheirNumbers) {
    for (std::size_t number = 0; number < record_types().size(); ++number) {
        EXPECT_EQ(record_types().at(number).type, static_cast<RecordType>(number));
        EXPECT_EQ(&info_of(static_cast<RecordType>(number)), &record_types().at(number));
    }
}

TEST(RecordTypes, HaveFieldsOfDifferentNamesThatReadAsOneWord) {
    for (const RecordInfo& record : record_types()) {
        std::set<std::string_view> names;
        for (const FieldInfo& info : record.fields) {
            EXPECT_TRUE(names.insert(info.name).second) << record.name << ' ' << info.name;
            EXPECT_EQ(info.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos);
            EXPECT_FALSE(info.meaning.empty());
        }
    }
}

TEST(RecordTypes, FindAFieldByItsName) {
    constexpr FieldIndex tag = field(RecordType::point_to_point, "tag");
    EXPECT_EQ(find_field(RecordType::point_to_point, "tag"), tag);
    EXPECT_EQ(info_of(RecordType::point_to_point).fields[static_cast<std::size_t>(tag)].name, "tag");
    EXPECT_EQ(find_field(RecordType::process, "tag"), std::nullopt);
}

// The published types are those that have required fields beyond a process's rank.
TEST(RecordTypes, AskOfOurOwnOperationsForNoMoreThanTheirProcess) {
    for (const RecordType type :
         {RecordType::one_sided, RecordType::lock, RecordType::exposure, RecordType::signal, RecordType::poll,
          RecordType::file_access, RecordType::call_site}) {
        for (const FieldInfo& info : info_of(type).fields) {
            EXPECT_EQ(info.presence == Presence::required, info.name == "process_rank") << info.name;
        }
    }
}

}  // namespace
}  // namespace fabricmap::tracing
