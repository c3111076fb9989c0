// SPDX-License-Identifier: Apache-2.0
// A trace of virtual hosts beside a map of them: messages over a link that was slowed since are named.
#include "lab/kinds/kind.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/votes.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace fabricmap {
namespace {

using fabricmap::testing::Outcome;
using fabricmap::testing::run_program;
using Json = nlohmann::json;

const std::string healthy = "fat-tree,hosts=4,leaf=4;latency,level1=15ms;bandwidth,link=1Gbit";
const std::string slowed = healthy + ";fault,slow-link,sender=1,receiver=2,factor=20";
// Five messages that take 300 ms instead of 15 ms: more than the error of the clocks, which are compared over
// such links.
constexpr double planted_seconds = 5 * 0.285;

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

    /// The pairs of hosts whose messages together took much longer than the map has them: a message that
    /// waited for a core of a busy machine does not make one.
    std::set<std::string> slow_pairs(const std::string& scenario) {
        const std::string trace = folder_ / ("trace" + std::to_string(traces_++));
        const Outcome recorded = fabricmap::testing::run({RUN_JOB, scenario, "seq", folder_ / "hosts",
                                                          std::string(PROGRAMS) + "/network_trace", "record",
                                                          "-o", trace, "--", PAIRS_IN_TURN});
        EXPECT_EQ(recorded.exit_code, 0) << recorded.err;
        const Outcome checked =
            run_program("network_rules", {"check", "--trace", trace, "--map", folder_ / "map", "--only",
                                          "slower than the network", "--json", "-"});
        const Json report = Json::parse(checked.out);
        EXPECT_EQ(report.at("unknown"), 0);
        std::map<std::string, double> lost_seconds;
        for (const Json& place : report.at("rules").at(0).at("places")) {
            for (const Json& pair : place.at("between"))
                lost_seconds[link(pair.at("waits_for_rank"), pair.at("rank"))] +=
                    pair.at("seconds").get<double>();
        }
        std::set<std::string> slow;
        for (const auto& [pair, seconds] : lost_seconds) {
            if (seconds > planted_seconds / 2) slow.insert(pair);
        }
        return slow;
    }

    static std::string link(int sender, int receiver) {
        return "node" + std::to_string(sender) + " -> node" + std::to_string(receiver);
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
    expect_pairs(slowed, {"node1 -> node2"});
}

TEST_F(SlowedLink, IsNotSeenOnHealthyHosts) {
    expect_pairs(healthy, {});
}

}  // namespace
}  // namespace fabricmap
