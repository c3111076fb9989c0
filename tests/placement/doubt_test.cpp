// SPDX-License-Identifier: Apache-2.0
#include "placement/valuing/doubt.hpp"

#include "netcdf_schema/open_run.hpp"
#include "placement/patterns/standard.hpp"
#include "placement/placing/gain.hpp"
#include "placement/placing/place.hpp"
#include "placement/reports/reports.hpp"
#include "tests/placement/synthetic_delays.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <utility>

namespace fabricmap::placement {
namespace {

using testing::delays_in;
using ::testing::HasSubstr;
using ::testing::Not;

PerRank<HostIndex> hosts_in_order(int ranks) {
    return PerRank<HostIndex>(IndexRange<HostIndex>(ranks).list());
}

/// Ranks 0 and 9, on two leaves, change places.
PerRank<HostIndex> two_exchanged(int ranks) {
    PerRank<HostIndex> host_of = hosts_in_order(ranks);
    std::swap(host_of[RankIndex{0}], host_of[RankIndex{9}]);
    return host_of;
}

double noise_of(const HostDelays& delays, const std::string& spec) {
    const Pattern pattern = standard_pattern(spec, {});
    const Valuer valuer(pattern, delays);
    return doubt_of(valuer, two_exchanged(16), hosts_in_order(16)).noise;
}

Placement placed_in(HostDelays delays, const std::string& spec, const std::string& hosts = "") {
    PlaceRequest request;
    if (!hosts.empty()) request.slots.hosts = hosts;
    Progress progress(false);
    const int ranks = delays.host_count();
    return place(std::move(delays), standard_pattern(spec, ranks), request, progress);
}

std::string first_line_of(const Placement& placement) {
    const std::string report = terminal_report(placement, {});
    return report.substr(0, report.find('\n'));
}

const std::string tree = "fat-tree,hosts=16,leaf=4;latency,level1=1us,level2=3us;noise,5%";
/// Hosts of the leaves in turn: by slot every message of a group crosses.
const std::string dealt_hosts =
    "node00,node04,node08,node12,node01,node05,node09,node13,node02,node06,node10,node14,node03,node07,"
    "node11,"
    "node15";

TEST(Doubt, IsNoneWhereNothingIsMoved) {
    const HostDelays delays = delays_in(tree + ";sweep,lengths=0,1K");
    const Pattern pattern = standard_pattern("ring:16", {});
    EXPECT_NEAR(doubt_of(Valuer(pattern, delays), hosts_in_order(16), hosts_in_order(16)).noise, 0, 1e-15);
    EXPECT_GT(noise_of(delays, "ring:16"), 0);
}

/// The slope is that of two noisy lengths: four times as long a message has its noise many times over.
TEST(Doubt, GrowsBeyondTheLongestMeasuredLength) {
    const HostDelays delays = delays_in(tree + ";sweep,lengths=0,1K,64K");
    const double measured = noise_of(delays, "ring:16,length=64K");
    EXPECT_GT(noise_of(delays, "ring:16,length=128K"), 1.5 * measured);
    EXPECT_GT(noise_of(delays, "ring:16,length=1M"), noise_of(delays, "ring:16,length=128K"));
}

/// The library changes its protocol at 2K within hosts and nowhere else, and nobody has measured that.
TEST(Doubt, HoldsWhatAThresholdBetweenLengthsFarApartDoes) {
    const std::string machine =
        "fat-tree,hosts=8,leaf=4,ranks-per-host=2;break,at=2K,jump=1us,where=within-hosts;noise,1%;sweep,";
    PlaceRequest request;
    request.slots.hosts = "node0,node4,node1,node5,node2,node6,node3,node7";
    Progress progress(false);
    Placement sparse = place(delays_in(machine + "lengths=0,1K,64K"),
                             standard_pattern("transpose:2x8,length=4K", 16), request, progress);
    judge(sparse, delays_in(machine + "lengths=0,1K,2K,4K,8K,64K"));
    EXPECT_LE(sparse.gain.low, sparse.judged->gain);
    EXPECT_GE(sparse.gain.high, sparse.judged->gain);
    const Placement dense = place(delays_in(machine + "lengths=0,1K,2K,4K,8K,64K"),
                                  standard_pattern("transpose:2x8,length=4K", 16), request, progress);
    EXPECT_GT(sparse.gain.high - sparse.gain.low, 2 * (dense.gain.high - dense.gain.low));
}

TEST(Doubt, LetsNoGainBeClaimedFromDelaysThatMostlyRestBeyondTheMap) {
    const Placement placement =
        placed_in(delays_in(tree + ";sweep,lengths=0,1K"), "groups:4x4,length=2K", dealt_hosts);
    EXPECT_TRUE(placement.rests_beyond());
    EXPECT_TRUE(!placement.is_gain || placement.goal == Goal::crossing);
    EXPECT_THAT(first_line_of(placement) + terminal_report(placement, {}),
                HasSubstr("100 % of the bytes are in messages longer than 1K, the longest measured"));
    EXPECT_THAT(result_line(placement), HasSubstr("gain=0.0000 low=0.0000 high=0.0000"));
    const Placement measured =
        placed_in(delays_in(tree + ";sweep,lengths=0,2K"), "groups:4x4,length=2K", dealt_hosts);
    EXPECT_TRUE(measured.is_gain);
    EXPECT_THAT(terminal_report(measured, {}), Not(HasSubstr("the longest measured")));
}

/// Messages of 1.6 MB on one healthy switch that was measured up to 1K.
TEST(Doubt, PromisesNothingOfASwitchWhoseRatesWereNotMeasured) {
    for (int seed = 1; seed <= 5; ++seed) {
        const Placement placement =
            placed_in(delays_in(fmt::format("host,hosts=8;noise,5%;sweep,lengths=0,1K,seed={}", seed)),
                      "ring:8,length=1600000");
        EXPECT_FALSE(placement.is_gain) << seed;
        EXPECT_THAT(first_line_of(placement), HasSubstr("No gain can be promised")) << seed;
    }
}

TEST(Doubt, OfPairsThatWereNotMeasuredIsTheSpreadOfTheirClass) {
    HostDelays delays = delays_in(tree + ";sweep,lengths=0,1K");
    const double measured = noise_of(delays, "ring:16");
    delays.is_guessed.setOnes();
    delays.guessed_fraction = 1;
    EXPECT_GT(noise_of(delays, "ring:16"), 1.3 * measured);
}

/// What was chosen by the measured values has them in its favour: where they say less than a model, it is
/// wrong.
TEST(Doubt, HoldsWhatTheMeasuredValuesSayWhereThatIsLess) {
    Gain promised{0.2, 0.18, 0.22};
    extend(promised, {0.19, 0.12, 0.26});
    EXPECT_EQ(promised.low, 0.18);
    extend(promised, {0.21, 0.14, 0.28});
    EXPECT_EQ(promised.low, 0.18);
    extend(promised, {0.1, 0.03, 0.17});
    EXPECT_EQ(promised.low, 0.03);
    EXPECT_EQ(promised.high, 0.22);
}

TEST(Doubt, OfARunThatDidNotEndIsInTheFirstLine) {
    const fabricmap::Run whole = open_run("synthetic:" + tree + ";sweep,lengths=0,1K");
    RunDescription description = whole.description();
    description.complete = false;
    const HostDelays delays = host_delays_of(whole.described_as(description), [] {});
    EXPECT_THAT(first_line_of(placed_in(delays, "groups:4x4", dealt_hosts)),
                HasSubstr("the map is incomplete: its run did not end"));
    EXPECT_THAT(first_line_of(placed_in(delays_in(tree + ";sweep,lengths=0,1K"), "groups:4x4", dealt_hosts)),
                Not(HasSubstr("the map is")));
}

}  // namespace
}  // namespace fabricmap::placement
