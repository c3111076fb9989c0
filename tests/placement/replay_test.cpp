// SPDX-License-Identifier: Apache-2.0
// Placements that are carried out in the simulator; those by real launchers: launchers_test.cpp.
#include "base/mixing.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <fstream>
#include <numeric>
#include <span>

namespace fabricmap {
namespace {

using fabricmap::testing::Outcome;
using fabricmap::testing::run_program;
using ::testing::HasSubstr;

double figure_of(const Outcome& outcome, const std::string& key) {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::size_t found = outcome.out.rfind(key);
    if (found == std::string::npos) {
        ADD_FAILURE() << key << " is not in " << outcome.out;
        return 0;
    }
    return std::stod(outcome.out.substr(found + key.size()));
}

class Replay : public ::testing::Test {
  protected:
    void SetUp() override {
        const Outcome outcome =
            run_program("network_lab", {"replay", "host,hosts=2", "--pattern", "ring", "--steps", "1"});
        if (outcome.exit_code == 2 && outcome.err.find("SimGrid") != std::string::npos)
            GTEST_SKIP() << outcome.err;
    }

    /// How the time of a step changes by what network_place writes for 64 hosts in an order drawn by chance.
    struct Change {
        double step = 0;     ///< after, over before
        double slowest = 0;  ///< as the report said
    };
    Change change_of(const std::string& fabric, const std::string& pattern) {
        std::vector<int> order(64);
        std::iota(order.begin(), order.end(), 0);
        std::uint64_t state = 3;
        shuffle(std::span(order), state);
        std::vector<std::string> hosts;
        for (const int host : order) hosts.push_back(fmt::format("node{:02}", host));
        std::ofstream(folder_ / "before.seq") << fmt::format("{}\n", fmt::join(hosts, "\n"));
        const Outcome placed = run_program(
            "network_place",
            {fmt::format("synthetic:{};noise,3%;sweep,lengths=0,8,1K,64K", fabric), "--pattern", pattern,
             "--hosts", fmt::format("{}", fmt::join(hosts, ",")), "-o", folder_ / "after", "--to", "seq"});
        const auto step_with = [&](const std::string& file) {
            return figure_of(run_program("network_lab", {"replay", fabric, "--pattern", pattern, "--steps",
                                                         "3", "--placement", folder_ / file}),
                             "step_s=");
        };
        const double after = step_with("after.seq");
        return {after / step_with("before.seq"), figure_of(placed, "slowest=")};
    }

    fabricmap::testing::TemporaryFolder folder_;
};

TEST_F(Replay, OfATorusUnderItsOwnStencilTakesAQuarterAtMost) {
    EXPECT_LE(change_of("torus,size=4x4x4;bandwidth,port=600Gbit", "stencil:4x4x4,periodic,length=64K").step,
              0.25);
}

TEST_F(Replay, OfAFatTreeTakesThreeQuartersAtMostWithLongMessages) {
    EXPECT_LE(change_of("fat-tree,hosts=64,leaf=8", "stencil:8x8,length=64K").step, 0.75);
}

TEST_F(Replay, OfAFatTreeGainsNothingWithShortMessagesAsItWasTold) {
    const Change change = change_of("fat-tree,hosts=64,leaf=8", "stencil:8x8,length=8");
    EXPECT_GE(change.slowest, 0.98);
    EXPECT_GE(change.step, 0.95);
}

TEST_F(Replay, PrintsTheHostOfEachRank) {
    std::ofstream(folder_ / "placed") << "# by hand\nnode3\nnode1:2\nnode0\n";
    const Outcome outcome = run_program(
        "network_lab", {"replay", "host,hosts=4", "--pattern", "ring", "--placement", folder_ / "placed"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("rank 0 node3\nrank 1 node1\nrank 2 node1\nrank 3 node0\n"));
}

/// Pairs in a rack as started, and each on both racks as placed: what crosses takes nine times as long.
TEST_F(Replay, TriesAPlacementInTurnsWithTheRanksAsStarted) {
    std::ofstream(folder_ / "placed") << "node0\nnode2\nnode1\nnode3\n";
    std::vector<std::string> pairs{"replay",    "fat-tree,hosts=4,leaf=2;latency,level1=10us,level2=90us",
                                   "--pattern", "groups:2x2",
                                   "--steps",   "8",
                                   "--value",   folder_ / "placed"};
    const Outcome apart = run_program("network_lab", pairs);
    EXPECT_NEAR(figure_of(apart, "ratio="), 9, 0.5);
    EXPECT_LE(figure_of(apart, " low="), figure_of(apart, "ratio="));
    EXPECT_GE(figure_of(apart, " high="), figure_of(apart, "ratio="));
    EXPECT_THAT(apart.out, HasSubstr("rank 0 node0\nrank 1 node2\nrank 2 node1\nrank 3 node3\n"));
    std::ofstream(folder_ / "permutation") << "0\n2\n1\n3\n";
    pairs.back() = folder_ / "permutation";
    EXPECT_NEAR(figure_of(run_program("network_lab", pairs), "ratio="), 9, 0.5);
}

/// Short messages that pass long ones must not be received in their place.
TEST_F(Replay, SendsMessagesOfSeveralLengthsBetweenTwoRanks) {
    std::ofstream csv(folder_ / "lengths.csv");
    csv << "sender,receiver,messages,bytes\n";
    for (int length = 1; length <= 1 << 20; length *= 2)
        csv << fmt::format("0,1,16,{}\n1,0,16,{}\n", 16 * length, 16 * length);
    csv.close();
    const Outcome outcome = run_program(
        "network_lab", {"replay", "host,hosts=2", "--messages", folder_ / "lengths.csv", "--steps", "1"});
    EXPECT_GT(figure_of(outcome, "step_s="), 0);
}

/// Four processes, and two ranks: the others send nothing.
TEST_F(Replay, TriesAPlacementOfFewerRanksThanTheJobHas) {
    std::ofstream(folder_ / "placed") << "node0\nnode2\n";
    const Outcome outcome =
        run_program("network_lab", {"replay", "fat-tree,hosts=4,leaf=2;latency,level1=10us,level2=90us",
                                    "--pattern", "ring:2", "--value", folder_ / "placed"});
    EXPECT_NEAR(figure_of(outcome, "ratio="), 9, 0.5);
}

TEST_F(Replay, RefusesWhatDoesNotFitWithOneLine) {
    std::ofstream(folder_ / "placed") << "node3\nrack\n";
    std::ofstream(folder_ / "crowded") << "node3\nnode3\nnode1\nnode0\n";
    const std::string crowded = folder_ / "crowded";
    const std::string file = folder_ / "placed";
    for (const fabricmap::testing::Refused& wrong : std::vector<fabricmap::testing::Refused>{
             {{"replay", "host,hosts=4"}, 2, "give --pattern SPEC or --messages FILE"},
             {{"replay", "host,hosts=4", "--pattern", "ring:5"},
              2,
              "ring:5: it has 5 ranks, and the job has 4"},
             {{"replay", "host,hosts=4", "--pattern", "ring", "--steps", "0"}, 2, "--steps 0"},
             {{"replay", "host,hosts=4", "--messages", "missing"}, 3, "missing"},
             {{"replay", "host,hosts=4", "--pattern", "ring", "--value", crowded},
              2,
              "it has more ranks on node3 than the job, which has 1 there"},
             {{"replay", "host,hosts=4", "--pattern", "ring:3", "--value", crowded},
              2,
              "it places 4 ranks, and the messages are of 3"},
             {{"replay", "host,hosts=4", "--pattern", "ring", "--placement", file},
              3,
              "placed:2: rack is not a host"}}) {
        fabricmap::testing::expect_refused("network_lab", wrong);
    }
}

}  // namespace
}  // namespace fabricmap
