// SPDX-License-Identifier: Apache-2.0
// The program itself is run: what a user types, and what the user gets.
#include "lab/kinds/table.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fabricmap {
namespace {

using testing::expect_refused;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::Refused;
using testing::run_program;
using testing::TemporaryFolder;
namespace fs = std::filesystem;

class EveryKind : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryKind, MakesARunOfOneScenarioWithItsTruthBesideIt) {
    const lab::Kind& kind = lab::kind_named(GetParam());
    if (const auto lack = kind.unsupported_reason(lab::all_testers().front()))
        GTEST_SKIP() << kind.name << " cannot run here: " << *lack;
    const TemporaryFolder folder;
    const Outcome outcome =
        run_program("network_lab", {"run", "two_hosts", "--kind", GetParam(), "--", "-f", folder / "hosts",
                                    "--lengths", "0,64K", "-n", "10", "--timing", "round_trip"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("hosts_truth.json"));
    const fabricmap::Run run = open_run(folder / "hosts");
    EXPECT_EQ(run.description().ranks[1].host, "node1");
    const Matrix empty = run.stack(Statistic::median)->plane(0);
    EXPECT_GT(empty(0, 1), 45e-6) << "the scenario says 50 µs";
    const auto truth = nlohmann::json::parse(testing::bytes_of(folder / "hosts_truth.json"));
    EXPECT_EQ(truth["kind"], GetParam());
    EXPECT_DOUBLE_EQ(truth["classes"][0]["latency_s"].get<double>(), 50e-6);
}

TEST_P(EveryKind, LeavesTheTruthOfAnEarlierRunAloneWhereItIsRefused) {
    const lab::Kind& kind = lab::kind_named(GetParam());
    if (const auto lack = kind.unsupported_reason(lab::all_testers().front()))
        GTEST_SKIP() << kind.name << " cannot run here: " << *lack;
    const TemporaryFolder folder;
    const std::vector<std::string> options{"--", "-f", folder / "a", "--lengths", "0"};
    std::vector<std::string> first{"run", "two_sockets", "--kind", "synthetic"};
    first.insert(first.end(), options.begin(), options.end());
    ASSERT_EQ(run_program("network_lab", first).exit_code, 0);
    const std::string truth = testing::bytes_of(folder / "a_truth.json");
    std::vector<std::string> second{"run", "two_hosts", "--kind", GetParam()};
    second.insert(second.end(), options.begin(), options.end());
    EXPECT_EQ(run_program("network_lab", second).exit_code, 3);
    EXPECT_EQ(testing::bytes_of(folder / "a_truth.json"), truth);
}

INSTANTIATE_TEST_SUITE_P(NetworkLab, EveryKind, ::testing::Values("synthetic", "simulated", "virtual"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST(NetworkLab, ListsScenariosSmallestFirst) {
    const Outcome outcome = run_program("network_lab", {"list"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("two_hosts ")) << outcome.out;
    for (const char* name :
         {"two_racks", "two_sockets", "fat_tree", "fat_tree_faulty", "torus", "torus_faulty", "dragonfly",
          "dragonfly_faulty", "two_sockets_slow_rank", "two_racks_slow_port"}) {
        EXPECT_THAT(outcome.out, HasSubstr(std::string("\n") + name + " "));
    }
    EXPECT_LT(outcome.out.find("\ntwo_sockets "), outcome.out.find("\ntorus "));
}

TEST(NetworkLab, MakesASyntheticRunAndNamesTheOptionsItIgnores) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run_program("network_lab", {"run", "two_racks", "--kind", "synthetic", "--", "-f", folder / "racks",
                                    "--lengths", "0,64K", "-n", "10", "--precision", "1%", "--ordered"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("--precision 1% --ordered"));
    const fabricmap::Run run = open_run(folder / "racks");
    EXPECT_EQ(run.description().repeats, 10);
    EXPECT_TRUE(fs::exists(folder / "racks_truth.json"));
}

TEST(NetworkLab, SaysInOneLineWhatIsWrong) {
    const std::vector<Refused> cases{
        {{}, 2, "run, replay, up, list or down"},
        {{"run"}, 2, "SCENARIO"},
        {{"run", "nowhere"}, 3, "network_lab list"},
        {{"run", "two_hosts", "--kind", "real"}, 2, "synthetic, simulated or virtual"},
        {{"run", "torus", "--kind", "virtual"}, 2, "512 hosts"},
        {{"run", "two_hosts", "--", "-f"}, 2, "-f"},
        {{"run", "two_hosts", "--kind", "synthetic", "--", "--dry-run"}, 2, "--dry-run"},
        {{"list", "--", "-n", "3"}, 2, "--"},
        {{"run", "two_hosts", "--program", "ping"}, 2, "network_test or collective_test"},
        {{"run", "two_hosts", "--program", ""}, 2, "--program"},
        {{"run", "two_hosts", "--program", "collective_test", "--kind", "synthetic"},
         2,
         "simulated or virtual"},
        {{"run", "two_hosts", "-f", ""}, 2, "-f"},
        {{"run", "two_hosts", "--kind", ""}, 2, "--kind"},
        {{"run", "two_hosts", "-f", "-"}, 2, "-f -: a run cannot go to stdout"},
        {{"run", "two_hosts", "--", "-f", "-"}, 2, "-f -: a run cannot go to stdout"},
        {{"run", "two_hosts", "--", "--file="}, 2, "-f"},
    };
    for (const Refused& wrong : cases) expect_refused("network_lab", wrong);
}

}  // namespace
}  // namespace fabricmap
