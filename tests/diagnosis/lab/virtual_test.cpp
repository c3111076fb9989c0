// SPDX-License-Identifier: Apache-2.0
// The same between real network stacks, whose delays are measured and not computed.
#include "lab/kinds/kind.hpp"
#include "tests/votes.hpp"
#include "verdict.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace fabricmap::testing {
namespace {

class VirtualVerdicts : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto lack = lab::virtual_unsupported_reason(lab::all_testers().front()))
            GTEST_SKIP() << "no virtual cluster here: " << *lack;
    }

    [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

  private:
    TemporaryFolder folder_;
};

constexpr Votes votes{.needed = 2, .tries = 3, .wrong_fraction = 0.005};

const std::string two_racks =
    "fabric fat-tree hosts=6 leaf=3\nlatency level1=50us level2=200us\nbandwidth link=1Gbit\n";
const std::vector<std::string> sweep_options{"--lengths", "0,1K,4K,16K,64K,256K", "-n", "10"};

TEST_F(VirtualVerdicts, APortThatReceivesAtATenthOfTheRateIsASlowReceiver) {
    const Verdict verdict =
        diagnose_scenario(folder(), "virtual",
                          two_racks + "fault slow-port host=4 side=receiver rate=100Mbit\n", sweep_options);
    const auto& findings = verdict.report["findings"];
    const auto is_named = [](const nlohmann::json& finding) {
        return finding["kind"] == "slow_node" && finding["hosts"] == std::vector<std::string>{"node4"} &&
               finding["side"] == "receiver";
    };
    const auto named = std::find_if(findings.begin(), findings.end(), is_named);
    ASSERT_NE(named, findings.end()) << verdict.findings_text();
    // Of a long message at a tenth of the rate little but the rate is left.
    EXPECT_GT((*named)["factor"].get<double>(), 4) << verdict.findings_text();
    EXPECT_LT((*named)["factor"].get<double>(), 10) << verdict.findings_text();
    // Other jobs on this machine make up something small beside it in one run of six.
    for (const auto& finding : findings) {
        if (finding == *named) continue;
        EXPECT_LT(finding["factor"].get<double>(), 2) << verdict.findings_text();
    }
}

TEST_F(VirtualVerdicts, AHostThatLosesAHundredthOfItsPacketsIsNamedWithItsRate) {
    expect_votes<votes>([this] {
        const Verdict verdict = diagnose_scenario(
            folder(), "virtual",
            "fabric fat-tree hosts=8 leaf=8\nlatency level1=100us\nfault lossy-port host=2 loss=1%\n",
            {"--lengths", "0,1K", "-n", "80", "--fixed"});
        for (const auto& finding : verdict.report["findings"]) {
            if (finding["kind"] != "intermittent_delay") continue;
            // A message or its answer is lost, or both are whole.
            const double fraction = finding["evidence"]["fraction_of_slow_samples"];
            const double longest_s = finding["evidence"]["longest_sample_s"];
            if (finding["hosts"] == std::vector<std::string>{"node2"} && fraction > 0.008 &&
                fraction < 0.06 && longest_s > 0.1)
                return std::string();
        }
        return verdict.findings_text();
    });
}

TEST_F(VirtualVerdicts, AHealthyClusterHasNoFinding) {
    expect_votes<votes>([this] {
        const Verdict verdict = diagnose_scenario(folder(), "virtual", two_racks, sweep_options);
        return verdict.report["findings"].empty() ? std::string() : verdict.findings_text();
    });
}

TEST_F(VirtualVerdicts, TheEagerLimitOfTcpIsFoundWithinAStepOfTheSetting) {
    constexpr int eager_limit_bytes = 20000;
    constexpr int step_bytes = 1024;
    // mpirun hands what the environment says of its settings on to every host.
    setenv("OMPI_MCA_btl_tcp_eager_limit", std::to_string(eager_limit_bytes).c_str(), 1);
    expect_votes<votes>([this] {
        const Verdict verdict =
            diagnose_scenario(folder(), "virtual", "fabric host hosts=3\nlatency base=50us hop=1ns\n",
                              {"-b", "8192", "-e", "33792", "-s", std::to_string(step_bytes), "-n", "15"},
                              {"--only", "thresholds"});
        if (has_threshold_near(verdict, eager_limit_bytes, step_bytes)) return std::string();
        return thresholds_text(verdict);
    });
    unsetenv("OMPI_MCA_btl_tcp_eager_limit");
}

}  // namespace
}  // namespace fabricmap::testing
