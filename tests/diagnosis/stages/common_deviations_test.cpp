// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

using testing::HeldRun;

constexpr double imprecise = 16 + 64;

/// Eight hosts whose values each were held up by chance: one in thirty takes 1.5 to 2.5 times as long. Their
/// deviations do not show it.
HeldRun held_up_at_random(const std::string& lengths, std::uint64_t seed) {
    HeldRun held{testing::fabric("fat-tree,hosts=8,leaf=8;noise,1%;sweep,lengths=" + lengths +
                                 fmt::format(",seed={}", seed))};
    std::uint64_t state = mix(seed);
    held.alter([&](std::size_t, Eigen::Index, Eigen::Index, double& delay) {
        if (draw_below(state, 30) == 0) delay *= 1.5 + static_cast<double>(draw_below(state, 1000)) / 1000;
    });
    held.alter_quality([](std::size_t, Eigen::Index, Eigen::Index, double& bits) { bits = imprecise; });
    return held;
}

bool are_links(const std::vector<Finding>& findings) {
    return std::all_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.kind == FindingKind::slow_link; });
}

TEST(CommonDeviations, LeaveLinksInDoubtWhereValuesOfAllPairsScatterAsMuch) {
    int suspects = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Diagnosis diagnosis = testing::judge(testing::runs_of(held_up_at_random("0,1K", seed).run()));
        EXPECT_EQ(diagnosis.fault_count(), 0) << seed;
        if (are_links(diagnosis.suspects)) suspects += static_cast<int>(diagnosis.suspects.size());
    }
    EXPECT_GE(suspects, 5) << "the machines must tempt";
}

/// In how many of ten such machines it is the only finding that one link is ten times slower at all of four
/// lengths.
int times_found_alone(const std::string& link, bool both_ways) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        HeldRun held = held_up_at_random("0,1K,64K,1M", seed);
        held.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
            if ((sender == 1 && receiver == 3) || (both_ways && sender == 3 && receiver == 1)) delay *= 10;
        });
        if (testing::found_in(testing::judge(testing::runs_of(held.run()))) == std::vector{link}) ++found;
    }
    return found;
}

// Beside single values of one of its hosts it may be told as slow links of that.
TEST(CommonDeviations, AreNotThoseOfALinkThatIsFarSlowerAtAllLengths) {
    EXPECT_GE(times_found_alone("slow_link of link node1 <-> node3, both", true), 9);
}

// Of 56 pairs one is the slowest of four lengths by chance in one machine of a hundred, by however little.
TEST(CommonDeviations, AreNotThoseOfADirectionThatIsFarSlowerAtAllLengths) {
    EXPECT_GE(times_found_alone("slow_link of link node1 -> node3, sender", false), 9);
}

}  // namespace
}  // namespace fabricmap::diagnosis
