// SPDX-License-Identifier: Apache-2.0
// A leaf's pairs tell what both of its sides have from twice as much of one only by what its hosts differ by.
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/machines/differing_hosts.hpp"

namespace fabricmap::diagnosis {
namespace {

using Passes = bool (*)(bool sent_by_it, bool received_by_it);

/// The sides of which a switch is named in 12 runs where messages of the third leaf are slower by a factor.
std::vector<Side> sides_named(double factor, Passes passes) {
    std::vector<Side> sides;
    for (std::uint64_t number = 1; number <= 12; ++number) {
        testing::HeldRun run = testing::run_of_differing_hosts(testing::machine_with(64), number);
        run.alter([&](std::size_t, Eigen::Index from, Eigen::Index to, double& delay_s) {
            if (passes(from / 8 == 2, to / 8 == 2)) delay_s *= factor;
        });
        for (const Finding& finding : testing::judge(testing::runs_of(run.run())).findings) {
            if (std::holds_alternative<part::Switch>(finding.part)) sides.push_back(finding.side);
        }
    }
    return sides;
}

TEST(UplinkSides, AreBothWhereBothAreALittleSlower) {
    const std::vector<Side> sides =
        sides_named(1.12, [](bool sent, bool received) { return sent != received; });
    EXPECT_GE(sides.size(), 6U);
    EXPECT_THAT(sides, ::testing::Each(Side::both));
}

TEST(UplinkSides, AreOneWhereOneIsSlower) {
    const std::vector<Side> sides =
        sides_named(1.2, [](bool sent, bool received) { return sent && !received; });
    EXPECT_GE(sides.size(), 10U);
    EXPECT_THAT(sides, ::testing::Each(Side::sender));
}

/// Of four leaves, whose hosts sender and receiver lean by what a tenth on one side comes to.
TEST(UplinkSides, AreOneWhereOneOfFourLeavesIsATenthSlower) {
    constexpr double factor = 1.1;
    int named = 0;
    for (const std::uint64_t number : {7U, 14U, 20U, 28U, 55U, 59U, 78U}) {
        testing::LogGpMachine machine = testing::machine_with(32);
        machine.hops = testing::tree_of({8, 8});
        testing::HeldRun run = testing::run_of_differing_hosts(machine, number);
        run.alter([&](std::size_t, Eigen::Index from, Eigen::Index to, double& delay_s) {
            if (from / 8 == 2 && to / 8 != 2) delay_s *= factor;
        });
        for (const Finding& finding : testing::judge(testing::runs_of(run.run())).findings) {
            if (!std::holds_alternative<part::Switch>(finding.part)) continue;
            ++named;
            EXPECT_EQ(finding.side, Side::sender) << number;
        }
    }
    EXPECT_GE(named, 1);
}

}  // namespace
}  // namespace fabricmap::diagnosis
