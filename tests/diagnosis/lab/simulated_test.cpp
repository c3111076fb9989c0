// SPDX-License-Identifier: Apache-2.0
// The part that is slow in a simulated fabric is named, and nothing else.
#include "lab/kinds/kind.hpp"
#include "verdict.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

using Hosts = std::vector<std::string>;

constexpr int faults_found = 4;

class SimulatedVerdicts : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto lack = lab::simulated_unsupported_reason(lab::all_testers().front()))
            GTEST_SKIP() << "no simulation here: " << *lack;
    }

    [[nodiscard]] Verdict verdict_on(const std::string& scenario) {
        return diagnose_scenario(folder_, "simulated", scenario, {"--lengths", "0,1K,64K,1M", "-n", "2"});
    }

  private:
    TemporaryFolder folder_;
};

/// The factor of a fault whose every message is slower by it.
void expect_factor(const nlohmann::json& finding, double planted) {
    EXPECT_NEAR(finding["factor"].get<double>(), planted, 0.05 * planted);
}

TEST_F(SimulatedVerdicts, ASlowCableOfATorusIsOneLinkWithItsTwoEnds) {
    const Verdict verdict = verdict_on("fabric torus size=4x4x4\nfault slow-cable between=0,1 factor=3\n");
    EXPECT_EQ(verdict.exit_code, faults_found);
    const auto finding = verdict.only_finding();
    ASSERT_FALSE(finding.empty()) << verdict.findings_text();
    EXPECT_EQ(finding["kind"], "slow_link");
    EXPECT_EQ(finding["hosts"], (Hosts{"node00", "node01"}));
    EXPECT_EQ(finding["side"], "both");
    expect_factor(finding, 3);
    // Messages use up the first dimension first: who sends over the cable sits in its row of four, who
    // receives in any of the 16 rows. In the ring 0 and 1, and 0 and 2 lead over it there and back, 31 pairs
    // of hosts each (16 + 16, and one of them is met twice), and 3 to 1 leads over it that way alone: 16.
    EXPECT_EQ(finding["evidence"]["pairs_of_hosts_behind"], 78);
}

/// Hosts with those numbers and the ones between them.
Hosts hosts_between(int first, int last) {
    Hosts hosts;
    for (int host = first; host <= last; ++host) hosts.push_back(fmt::format("node{:02}", host));
    return hosts;
}

TEST_F(SimulatedVerdicts, ASlowCableOfADragonflyIsThePathBetweenItsRouters) {
    const std::string fabric =
        "fabric dragonfly groups=4 chassis=1 routers=4 hosts-per-router=4\n"
        "latency base=1us hop=150ns global=600ns\nnoise 2%\n";
    // Within a group it carries what its two routers send to two other groups as well.
    const auto within = verdict_on(fabric + "fault slow-cable between=8,12 factor=3\n").only_finding();
    EXPECT_EQ(within["kind"], "slow_switch");
    EXPECT_EQ(within["part_type"], "path");
    EXPECT_EQ(within["hosts"], hosts_between(8, 11));
    EXPECT_EQ(within["to_hosts"], hosts_between(12, 15));
    const auto between = verdict_on(fabric + "fault slow-cable between=4,16 factor=3\n").only_finding();
    EXPECT_EQ(between["kind"], "slow_switch");
    EXPECT_EQ(between["hosts"], hosts_between(4, 7));
    EXPECT_EQ(between["to_hosts"], hosts_between(16, 19));
}

TEST_F(SimulatedVerdicts, ASlowLeafSwitchOfATreeIsTheBlockOfItsHosts) {
    const Verdict verdict =
        verdict_on("fabric fat-tree hosts=64 leaf=8x4\nfault slow-switch switch=2 factor=2\n");
    EXPECT_EQ(verdict.exit_code, faults_found);
    const auto finding = verdict.only_finding();
    ASSERT_FALSE(finding.empty()) << verdict.findings_text();
    EXPECT_EQ(finding["kind"], "slow_switch");
    EXPECT_EQ(finding["hosts"],
              (Hosts{"node16", "node17", "node18", "node19", "node20", "node21", "node22", "node23"}));
    EXPECT_EQ(finding["side"], "both");
    expect_factor(finding, 2);
}

TEST_F(SimulatedVerdicts, AHostThatSendsSlowlyIsASenderAlone) {
    const Verdict verdict =
        verdict_on("fabric fat-tree hosts=32 leaf=8\nfault slow-sender host=11 factor=1.5\n");
    EXPECT_EQ(verdict.exit_code, faults_found);
    const auto finding = verdict.only_finding();
    ASSERT_FALSE(finding.empty()) << verdict.findings_text();
    EXPECT_EQ(finding["kind"], "slow_node");
    EXPECT_EQ(finding["hosts"], Hosts{"node11"});
    EXPECT_EQ(finding["side"], "sender");
    // Both directions share what an empty message takes longer: short ones show half of the factor.
    EXPECT_GT(finding["factor"].get<double>(), 1.25);
    EXPECT_LT(finding["factor"].get<double>(), 1.55);
}

TEST_F(SimulatedVerdicts, AHealthyFabricHasNoFault) {
    const Verdict verdict = verdict_on("fabric fat-tree hosts=32 leaf=8\n");
    EXPECT_TRUE(verdict.report["findings"].empty()) << verdict.findings_text();
    // Two samples a pair are too few to know how precise they are, and pairs that agree are enough.
    EXPECT_EQ(verdict.exit_code, 0);
    EXPECT_EQ(verdict.report["open_points"].size(), 0) << verdict.report["verdict_text"];
}

}  // namespace
}  // namespace fabricmap::testing
