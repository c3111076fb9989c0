// SPDX-License-Identifier: Apache-2.0
#include "real_cluster.hpp"
#include "tests/votes.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fabricmap::lab::testing {
namespace {

// Delays of tens of milliseconds: what other processes of the machine add to a median, and what a core takes
// to wake up, is little beside them.
const std::vector<std::string> empty_messages{"--lengths", "0", "-n", "10", "--timing", "round_trip"};
constexpr double level_tolerance = 0.05;

bool in_rack_of_two(int i, int j) {
    return i / 2 == j / 2;
}
bool between_racks(int i, int j) {
    return !in_rack_of_two(i, j);
}

/// What is wrong with a level, or nothing.
std::string judge(const std::string& level, double measured_s, double expected_s) {
    if (std::abs(measured_s - expected_s) <= level_tolerance * expected_s) return {};
    return fmt::format("{}: {:.1f} µs measured, {:.1f} µs expected; ", level, 1e6 * measured_s,
                       1e6 * expected_s);
}

class Levels : public OnRealHosts {
  protected:
    /// What TCP, Open MPI and the switch need themselves: the delay of hosts that are reported next to none.
    [[nodiscard]] double bare_delay_s() {
        constexpr double told_s = 1e-6;
        const fabricmap::Run run =
            sweep("fat-tree,hosts=4,leaf=2;latency,level1=1us,level2=1us", empty_messages);
        return median_of(medians(run, 0), [](int, int) { return true; }) - told_s;
    }
};

TEST_F(Levels, OfTwoRacksAreWhatTheSwitchWasGiven) {
    const double bare_s = bare_delay_s();
    const fabricmap::Run run =
        sweep("fat-tree,hosts=4,leaf=2;latency,level1=10ms,level2=40ms", empty_messages);
    const Matrix delays = medians(run, 0);
    EXPECT_EQ(judge("in a rack", median_of(delays, in_rack_of_two), 10e-3 + bare_s), "");
    EXPECT_EQ(judge("between racks", median_of(delays, between_racks), 40e-3 + bare_s), "");
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            // No pair may be in doubt.
            if (i != j) {
                EXPECT_EQ(delays(i, j) < 25e-3 + bare_s, in_rack_of_two(i, j)) << i << " to " << j;
            }
        }
    }
}

TEST_F(Levels, OfASlowHostAreItsFactorTimesTheOthers) {
    const double bare_s = bare_delay_s();
    const fabricmap::Run run =
        sweep("host,hosts=4;latency,base=10ms,hop=1ns;fault,slow-node,host=2,factor=3", empty_messages);
    const auto is_slow = [](int i, int j) { return i == 2 || j == 2; };
    EXPECT_EQ(judge("slow host", median_of(medians(run, 0), is_slow), 30e-3 + bare_s), "");
    EXPECT_EQ(judge("the others", median_of(medians(run, 0), std::not_fn(is_slow)), 10e-3 + bare_s), "");
}

// Not even one message passes this network in less than 4 ms, so that a quicker one shows where it went. That
// most of them are as quick is no more than likely: two ranks of a core may wait for each other.
TEST_F(Levels, OfRanksThatShareAHostAreThoseOfItsMemory) {
    static constexpr double longest_s = 1e-3;
    constexpr fabricmap::testing::Votes votes{.needed = 2, .tries = 3, .wrong_fraction = 0.005};
    fabricmap::testing::expect_votes<votes>([this] {
        const fabricmap::Run run =
            sweep("host,hosts=2,ranks-per-host=2;latency,base=4ms,hop=1ns", empty_messages);
        const Matrix quickest = run.stack(Statistic::minimum)->plane(0);
        for (int i = 0; i < 4; ++i) EXPECT_LT(quickest(i, i ^ 1), longest_s) << i;
        const double together_s = median_of(medians(run, 0), in_rack_of_two);
        return together_s < longest_s ? std::string()
                                      : fmt::format("{:.1f} µs within a host", 1e6 * together_s);
    });
}

}  // namespace
}  // namespace fabricmap::lab::testing
