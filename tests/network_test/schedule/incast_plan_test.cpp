// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/incast_plan.hpp"

#include "base/errors.hpp"
#include "netcdf_schema/run/incast_levels.hpp"
#include "tests/expectations.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace fabricmap::network_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

PerRank<RankLocation> hosts_of_two(int hosts) {
    PerRank<RankLocation> locations;
    for (int rank = 0; rank < 2 * hosts; ++rank)
        locations.push_back({fmt::format("h{}", rank % hosts), rank % hosts});
    return locations;
}

TEST(IncastPlan, DoublesTheSendersUpToAllOthers) {
    EXPECT_THAT(incast_levels(6), ElementsAre(1, 2, 4, 5));
    EXPECT_THAT(incast_levels(5), ElementsAre(1, 2, 4));
    EXPECT_THAT(incast_levels(2), ElementsAre(1));
    EXPECT_THAT(incast_levels(1), IsEmpty());
    EXPECT_EQ(IncastPlan(hosts_of_two(6)).steps(), 6 * 4);
    EXPECT_THAT(IncastPlan(hosts_of_two(6)).text(),
                HasSubstr("6 hosts, to each in turn from 1, 2, 4, 5 at once"));
    EXPECT_THAT(testing::error_of<UsageError>([] { IncastPlan plan(hosts_of_two(1)); }),
                HasSubstr("two or more"));
}

TEST(IncastPlan, SendersAndReceiversOfAStepAgreeAndSecondRanksTakeNoPart) {
    constexpr int hosts = 7;
    const IncastPlan plan(hosts_of_two(hosts));
    for (std::int64_t step = 0; step < plan.steps(); ++step) {
        std::set<std::pair<int, int>> sent;
        std::set<std::pair<int, int>> received;
        for (int rank = 0; rank < 2 * hosts; ++rank) {
            for (const int receiver : plan.receivers_from(RankIndex{rank}, step))
                sent.emplace(rank, receiver);
            for (const int sender : plan.senders_to(RankIndex{rank}, step)) received.emplace(sender, rank);
        }
        EXPECT_EQ(sent, received);
        EXPECT_EQ(std::ssize(sent), plan.senders_to_one(step));
        std::set<int> receivers;
        for (const auto& [sender, receiver] : sent) {
            EXPECT_LT(sender, hosts);
            receivers.insert(receiver);
        }
        EXPECT_EQ(receivers.size(), 1U);
    }
}

TEST(IncastPlan, EachPairKeepsTheValueOfOneStepInWhichItSends) {
    constexpr int hosts = 6;
    const IncastPlan plan(hosts_of_two(hosts));
    std::map<std::pair<int, int>, std::int64_t> senders_beside;
    for (std::int64_t step = 0; step < plan.steps(); ++step) {
        for (int rank = 0; rank < hosts; ++rank) {
            for (const int sender : plan.senders_to(RankIndex{rank}, step)) {
                if (!plan.is_kept(sender, RankIndex{rank}, step)) continue;
                EXPECT_TRUE(
                    senders_beside.emplace(std::pair(sender, rank), plan.senders_to_one(step)).second);
            }
        }
    }
    EXPECT_EQ(senders_beside.size(), hosts * (hosts - 1));
    EXPECT_EQ(senders_beside.at({1, 0}), 1);
    EXPECT_EQ(senders_beside.at({2, 0}), 2);
    EXPECT_EQ(senders_beside.at({4, 0}), 4);
    EXPECT_EQ(senders_beside.at({5, 0}), 5);
    EXPECT_EQ(senders_beside.at({0, 5}), 1);
}

}  // namespace
}  // namespace fabricmap::network_test
