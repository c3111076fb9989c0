// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/run_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

RunDescription description_on(const std::vector<std::string>& hosts) {
    RunDescription description;
    description.mode = Mode::bcast;
    description.timing = Timing::synchronized;
    description.message_lengths = {0, 1000, 65536};
    for (const std::string& host : hosts) description.ranks.push_back({host, -1, -1, -1});
    return description;
}

TEST(AxisOfRanks, JoinsNeighbouringRanksOfAHost) {
    EXPECT_THAT(axis_of_ranks(description_on({"a", "a", "b", "a"}), "rank").blocks,
                ElementsAre(NamedBlock{0, 2, "a"}, NamedBlock{2, 1, "b"}, NamedBlock{3, 1, "a"}));
    EXPECT_THAT(axis_of_ranks(description_on({"", ""}), "rank").blocks, ElementsAre());
}

TEST(AxisOfRanks, GroupsThemByTheLeavesThatTheRunNames) {
    RunDescription description = description_on({"n1", "n1", "n2", "n3", "n4", "spare"});
    EXPECT_THAT(axis_of_ranks(description, "rank").groups, ElementsAre());
    description.leaf_streams = LeafStreams{{"left", "right"}, {0, 0, 0, 1, 1, -1}};
    EXPECT_THAT(axis_of_ranks(description, "rank").groups,
                ElementsAre(NamedBlock{0, 3, "n[1-2]"}, NamedBlock{3, 2, "n[3-4]"}));
}

TEST(PlaneWords, SaysWhatWasMeasuredWhere) {
    const MatrixWords words = plane_words(description_on({"a", "a", "b"}), Statistic::median, 65536);
    EXPECT_EQ(words.sheet.title, "bcast: median delay, messages of 64K bytes");
    EXPECT_THAT(words.sheet.lines, ElementsAre("3 ranks on 2 hosts, timing synchronized"));
    EXPECT_EQ(words.down.name, "sender");
    EXPECT_EQ(words.across.name, "receiver");
    EXPECT_THAT(words.across.labels, ElementsAre("0", "1", "2"));
}

TEST(PlaneWords, DoesNotCallACountADelay) {
    const MatrixWords words = plane_words(description_on({"a"}), Statistic::count, 0);
    EXPECT_EQ(words.sheet.title, "bcast: count, messages of 0 bytes");
}

TEST(RowWords, HasLengthsDownAndNamesTheSender) {
    const MatrixWords words = row_words(description_on({"a", "b"}), Statistic::minimum, 1);
    EXPECT_EQ(words.sheet.title, "bcast: min delay, sender 1 on b");
    EXPECT_THAT(words.down.labels, ElementsAre("0", "1000", "64K"));
    EXPECT_THAT(words.across.labels, ElementsAre("0", "1"));
}

TEST(PlaneWords, AdmitsWhatItDoesNotKnow) {
    RunDescription description = description_on({"", ""});
    description.mode.reset();
    description.timing.reset();
    const MatrixWords words = plane_words(description, Statistic::median, 1);
    EXPECT_THAT(words.sheet.title, HasSubstr("unknown mode"));
    EXPECT_THAT(words.sheet.lines, ElementsAre("2 ranks"));
}

}  // namespace
}  // namespace fabricmap::picture
