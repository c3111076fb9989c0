// SPDX-License-Identifier: Apache-2.0
#include "placement/valuing/value.hpp"

#include "netcdf_schema/open_run.hpp"
#include "placement/patterns/standard.hpp"
#include "tests/placement/synthetic_delays.hpp"

#include <gtest/gtest.h>

namespace fabricmap::placement {
namespace {

using testing::delays_in;

PerRank<HostIndex> in_order(int ranks) {
    return PerRank<HostIndex>(IndexRange<HostIndex>(ranks).list());
}

/// Four leaves of four; a ring in their order leaves each leaf once: 4 of 16 messages cross.
TEST(Value, OfARingOnATreeIsWorkedOutByHand) {
    const HostDelays delays = delays_in(
        "fat-tree,hosts=16,leaf=4;latency,level1=1us,level2=3us;bandwidth,link=1GB;sweep,lengths=0,1000,"
        "2000");
    const Pattern pattern = standard_pattern("ring:16,length=1000", {});
    const Value value = Valuer(pattern, delays).value(in_order(16));
    EXPECT_NEAR(value.delay_s, 12 * 2e-6 + 4 * 4e-6, 1e-8);
    EXPECT_NEAR(value.slowest_s, 4e-6, 1e-9);
    EXPECT_EQ(value.crossing_where, "a leaf");
    EXPECT_DOUBLE_EQ(value.crossing_bytes, 1000.0 / 4);
    ASSERT_EQ(value.levels.size(), 3U);
    EXPECT_DOUBLE_EQ(value.levels[0].bytes, 0);
    EXPECT_DOUBLE_EQ(value.levels[1].bytes, 12'000);
    EXPECT_DOUBLE_EQ(value.levels[2].bytes, 4'000);
}

/// A shift by two in the first dimension of a torus of 4 × 4 × 4 goes two hops forward: each cable of that
/// direction carries two messages.
TEST(Value, OfATorusCountsItsBusiestCable) {
    const HostDelays delays = delays_in("torus,size=4x4x4;sweep,lengths=0,1K");
    Pattern pattern;
    pattern.ranks = 64;
    for (const RankIndex rank : IndexRange<RankIndex>(64))
        pattern.flows.push_back({rank, RankIndex{rank / 4 * 4 + (rank + 2) % 4}, 100, 1});
    const Value value = Valuer(pattern, delays).value(in_order(64));
    EXPECT_EQ(value.crossing_where, "a cable");
    EXPECT_DOUBLE_EQ(value.crossing_bytes, 200);
    ASSERT_EQ(value.levels.size(), 2U);
    EXPECT_EQ(value.levels[1].name, "2 hops");
    EXPECT_DOUBLE_EQ(value.levels[1].bytes, 6400);
}

TEST(Value, CountsTheBusiestHostWhereNothingElseIsKnown) {
    const HostDelays delays = delays_in("host,hosts=6;sweep,lengths=0,1K");
    Pattern pattern;
    pattern.ranks = 3;
    pattern.flows = {{RankIndex{0}, RankIndex{1}, 10, 3}, {RankIndex{0}, RankIndex{2}, 10, 2}};
    const Value value = Valuer(pattern, delays).value({HostIndex{0}, HostIndex{4}, HostIndex{0}});
    EXPECT_EQ(value.crossing_where, "a host");
    EXPECT_DOUBLE_EQ(value.crossing_bytes, 30);
    EXPECT_DOUBLE_EQ(value.levels.front().bytes, 20);
}

/// Two ranks a host: of two messages that leave, each waits for the other's bytes.
TEST(Value, CountsForHowLongRanksOfAHostWaitForItsAdapter) {
    const HostDelays delays =
        delays_in("host,hosts=4,ranks-per-host=2;bandwidth,link=1GB;sweep,lengths=0,1000,1000000");
    Pattern pattern;
    pattern.ranks = 4;
    pattern.flows = {{RankIndex{0}, RankIndex{2}, 1'000'000, 1}, {RankIndex{1}, RankIndex{3}, 1'000'000, 1}};
    const Valuer valuer(pattern, delays);
    const Value apart = valuer.value({HostIndex{0}, HostIndex{0}, HostIndex{1}, HostIndex{1}});
    EXPECT_DOUBLE_EQ(apart.leaving_bytes, 2e6);
    EXPECT_NEAR(apart.adapter_s, 2 * 1e-3, 1e-6);
    const Value together = valuer.value({HostIndex{0}, HostIndex{1}, HostIndex{0}, HostIndex{1}});
    EXPECT_EQ(together.leaving_bytes, 0);
    EXPECT_EQ(together.adapter_s, 0);
}

}  // namespace
}  // namespace fabricmap::placement
