// SPDX-License-Identifier: Apache-2.0
#include "picture/run_sheet.hpp"

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

TEST(HostBlocks, JoinNeighbouringRanksOfAHost) {
    EXPECT_THAT(host_blocks(description_on({"a", "a", "b", "a"}).ranks),
                ElementsAre(NamedBlock{0, 2, "a"}, NamedBlock{2, 1, "b"}, NamedBlock{3, 1, "a"}));
    EXPECT_THAT(host_blocks(description_on({"", ""}).ranks), ElementsAre());
}

TEST(PlaneSheet, SaysWhatWasMeasuredWhere) {
    const Sheet sheet = plane_sheet(description_on({"a", "a", "b"}), Statistic::median, 65536);
    EXPECT_EQ(sheet.title, "bcast: median delay, messages of 64K bytes");
    EXPECT_THAT(sheet.lines, ElementsAre("3 ranks on 2 hosts, timing synchronized"));
    EXPECT_EQ(sheet.down.name, "sender");
    EXPECT_EQ(sheet.across.name, "receiver");
    EXPECT_THAT(sheet.across.labels, ElementsAre("0", "1", "2"));
}

TEST(PlaneSheet, DoesNotCallACountADelay) {
    const Sheet sheet = plane_sheet(description_on({"a"}), Statistic::count, 0);
    EXPECT_EQ(sheet.title, "bcast: count, messages of 0 bytes");
    EXPECT_EQ(sheet.quantity, Quantity::count);
}

TEST(RowSheet, HasLengthsDownAndNamesTheSender) {
    const Sheet sheet = row_sheet(description_on({"a", "b"}), Statistic::minimum, 1);
    EXPECT_EQ(sheet.title, "bcast: min delay, sender 1 on b");
    EXPECT_THAT(sheet.down.labels, ElementsAre("0", "1000", "64K"));
    EXPECT_THAT(sheet.across.labels, ElementsAre("0", "1"));
}

TEST(PlaneSheet, AdmitsWhatItDoesNotKnow) {
    RunDescription description = description_on({"", ""});
    description.mode.reset();
    description.timing.reset();
    const Sheet sheet = plane_sheet(description, Statistic::median, 1);
    EXPECT_THAT(sheet.title, HasSubstr("unknown mode"));
    EXPECT_THAT(sheet.lines, ElementsAre("2 ranks"));
}

}  // namespace
}  // namespace fabricmap::picture
