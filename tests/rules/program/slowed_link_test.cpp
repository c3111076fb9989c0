// SPDX-License-Identifier: Apache-2.0
// A trace of virtual hosts beside a map of them: messages over a link that was slowed since are named.
#include "lab/kinds/kind.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/votes.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace fabricmap {
namespace {

using fabricmap::testing::Outcome;
using fabricmap::testing::run_program;
using Json = nlohmann::json;

// A message is slow from 30 ms more on: what waits for a core is not.
const std::string healthy = "fat-tree,hosts=4,leaf=4;latency,level1=15ms;bandwidth,link=1Gbit";

class SlowedLink : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto reason = lab::virtual_unsupported_reason(lab::all_testers().front()))
            GTEST_SKIP() << *reason;
        fabricmap::testing::write_bytes(folder_ / "hosts", "node0\nnode1\nnode2\nnode3\n");
        const Outcome measured =
            run_program("network_lab", {"run", healthy, "--kind", "virtual", "--quiet", "-f", folder_ / "map",
                                        "--", "--lengths", "1K", "-n", "5"});
        ASSERT_EQ(measured.exit_code, 0) << measured.err;
    }

    /// The pairs of hosts between which messages were slower than the map has them.
    std::set<std::string> slow_pairs(const std::string& scenario) {
        const std::string trace = folder_ / ("trace" + std::to_string(traces_++));
        const Outcome recorded = fabricmap::testing::run({RUN_JOB, scenario, "seq", folder_ / "hosts",
                                                          std::string(PROGRAMS) + "/network_trace", "record",
                                                          "-o", trace, "--", PAIRS_IN_TURN});
        EXPECT_EQ(recorded.exit_code, 0) << recorded.err;
        const Outcome checked =
            run_program("network_rules", {"check", "--trace", trace, "--map", folder_ / "map", "--only",
                                          "slower than the network", "--json", "-"});
        std::set<std::string> pairs;
        const Json report = Json::parse(checked.out);
        EXPECT_EQ(report.at("unknown"), 0);
        for (const Json& place : report.at("rules").at(0).at("places")) {
            pairs.insert(place.at("waits_for_hosts").at(0).get<std::string>() + " -> " +
                         place.at("hosts").at(0).get<std::string>());
        }
        return pairs;
    }

    void expect_pairs(const std::string& scenario, const std::set<std::string>& expected) {
        constexpr fabricmap::testing::Votes votes{.needed = 2, .tries = 3, .wrong_fraction = 0.005};
        fabricmap::testing::expect_votes<votes>([&] {
            const std::set<std::string> found = slow_pairs(scenario);
            if (found == expected) return std::string();
            std::string text = "slow: ";
            for (const std::string& pair : found) text += pair + "; ";
            return text;
        });
    }

    fabricmap::testing::TemporaryFolder folder_;
    int traces_ = 0;
};

TEST_F(SlowedLink, IsTheOnlyPairThatIsSlowerThanTheNetwork) {
    expect_pairs(healthy + ";fault,slow-link,sender=1,receiver=2,factor=10", {"node1 -> node2"});
}

TEST_F(SlowedLink, IsNotSeenOnHealthyHosts) {
    expect_pairs(healthy, {});
}

}  // namespace
}  // namespace fabricmap
