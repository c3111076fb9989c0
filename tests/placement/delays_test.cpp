// SPDX-License-Identifier: Apache-2.0
#include "placement/machine/delays.hpp"

#include "netcdf_schema/open_run.hpp"
#include "tests/placement/synthetic_delays.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::placement {
namespace {

using testing::delays_in;

/// The root mean square of the logarithms of two planes' ratios, off the diagonal.
double distance_between(const HostMatrix& one, const HostMatrix& other) {
    HostMatrix logs = (one / other).log();
    logs.matrix().diagonal().setZero();
    return std::sqrt(static_cast<double>(logs.square().sum()) / static_cast<double>(logs.size()));
}

TEST(Delays, OfAMachineWithoutNoiseAreThoseMeasured) {
    const HostDelays delays = delays_in("fat-tree,hosts=16,leaf=4;sweep,lengths=0,1K,64K");
    const Matrix cells = open_run("synthetic:fat-tree,hosts=16,leaf=4;sweep,lengths=0,1K,64K")
                             .stack(Statistic::median)
                             ->plane(1);
    HostMatrix measured = cells.cast<float>();
    measured.matrix().diagonal() = delays.plane(1024).matrix().diagonal();
    EXPECT_LT(distance_between(delays.plane(1024), measured), 1e-3);
}

TEST(Delays, AreFarNearerToTheTruthThanCellsAre) {
    const std::string fabric =
        "fat-tree,hosts=64,leaf=8;latency,level1=1us,level2=1.3us;sweep,lengths=0,64,512,1K,4K";
    const HostDelays truth = delays_in(fabric);
    const HostDelays seen = delays_in(fabric + ";noise,10%");
    // A cell strays by 0.1; a class or a mean of ten values by far less.
    EXPECT_LT(distance_between(seen.plane(512), truth.plane(512)), 0.035);
}

TEST(Delays, LieOnStraightLinesBetweenLengthsAndBeyondThem) {
    const HostDelays delays = delays_in("host,hosts=8;sweep,lengths=0,1000,2000");
    // 1 us and half a hop to the switch on either side, and 80 ps a byte.
    EXPECT_NEAR(delays.plane(500)(0, 1), 1.1e-6 + 500 / 12.5e9, 2e-10);
    EXPECT_NEAR(delays.plane(10'000)(0, 1), 1.1e-6 + 10'000 / 12.5e9, 2e-9);
}

TEST(Delays, BeyondShortMessagesHaveOneRateForAllHosts) {
    const HostDelays delays = delays_in("host,hosts=8;noise,3%;sweep,lengths=0,1K");
    EXPECT_FALSE(delays.shows_rates());
    const HostMatrix known = delays.plane(1024);
    const HostMatrix beyond = delays.plane(1 << 20);
    // What pairs differ by at 1K they differ by at 1M: in seconds.
    EXPECT_NEAR(beyond(0, 1) - beyond(2, 3), known(0, 1) - known(2, 3), 1e-10);
    const HostDelays with_long =
        delays_in("host,hosts=8;sweep,lengths=0,64K;fault,slow-node,host=5,factor=2");
    EXPECT_TRUE(with_long.shows_rates());
    EXPECT_NEAR(with_long.plane(1 << 20)(1, 5) / with_long.plane(1 << 20)(1, 2), 2, 0.05);
}

TEST(Delays, KeepASlowHostAndASlowLink) {
    const HostDelays delays = delays_in(
        "host,hosts=32;noise,3%;sweep,lengths=0,64,1K,timing=synchronized;fault,slow-receiver,host=5,factor="
        "2;"
        "fault,slow-link,sender=8,receiver=9,factor=3");
    const HostMatrix plane = delays.plane(64);
    EXPECT_NEAR(plane(1, 5) / plane(1, 2), 2, 0.1);
    EXPECT_NEAR(plane(5, 1) / plane(1, 2), 1, 0.1);
    // Both directions of a pair are taken together: the mean of logarithms, √3.
    EXPECT_NEAR(plane(8, 9) / plane(1, 2), std::sqrt(3.0), 0.15);
}

/// Of a maximum over pairs nothing is left that noise can make; what is far off stays.
TEST(Delays, ThatAreDistinctDifferByClassesAndFaultsAlone) {
    const HostDelays delays = delays_in(
        "fat-tree,hosts=32,leaf=8;latency,level1=1us,level2=2us;noise,8%;sweep,lengths=0,64,1K,timing="
        "synchronized;fault,slow-receiver,host=5,factor=2");
    const HostMatrix plane = delays.distinct_plane(64);
    EXPECT_EQ(plane(0, 1), plane(2, 3));
    EXPECT_EQ(plane(0, 9), plane(20, 30));
    EXPECT_NEAR(plane(0, 9) / plane(0, 1), 2, 0.1);
    EXPECT_NEAR(plane(1, 5) / plane(1, 2), 2, 0.2);
}

TEST(Delays, WithinHostsAreThoseOfTheirRanks) {
    const HostDelays delays =
        delays_in("host,hosts=4,ranks-per-host=2;latency,host=500ns;sweep,lengths=0,1K");
    EXPECT_FALSE(delays.within_is_guessed);
    EXPECT_NEAR(delays.plane(0)(2, 2), 0.3e-6, 0.21e-6);
    EXPECT_TRUE(delays_in("host,hosts=4;sweep,lengths=0,1K").within_is_guessed);
}

}  // namespace
}  // namespace fabricmap::placement
