// SPDX-License-Identifier: Apache-2.0
// From a program to why it waits, by one command.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

struct Planted {
    std::int64_t rank = 0;
    int phase = 0;
};

struct Explained {
    std::vector<Planted> planted;
    Json report;
};

std::vector<std::string> launched(int ranks, const std::vector<std::string>& program) {
    std::vector<std::string> words{MPIEXEC, "--oversubscribe",       "--mca", "mpi_yield_when_idle", "1",
                                   "-np",   fmt::format("{}", ranks)};
    words.insert(words.end(), program.begin(), program.end());
    return words;
}

std::vector<Planted> planted_in(const std::string& output) {
    std::vector<Planted> all;
    std::istringstream lines(output);
    for (std::string word; lines >> word;) {
        if (word != "late") continue;
        Planted one;
        lines >> one.rank >> one.phase;
        all.push_back(one);
    }
    return all;
}

Explained explain_graph(const std::filesystem::path& folder, int seed) {
    const int ranks = 4 + seed % 5;
    std::vector<std::string> words{PROGRAMS "/network_trace", "record", "-o", folder / "trace", "--"};
    for (const std::string& word :
         launched(ranks, {DELAYED_GRAPH, fmt::format("{}", seed), fmt::format("{}", 1 + seed % 2)}))
        words.push_back(word);
    const Outcome recorded = run(words);
    EXPECT_EQ(recorded.exit_code, 0) << recorded.err;
    const Outcome checked = run_program(
        "network_rules", {"check", "--trace", folder / "trace", "--json", folder / "why.json", "--quiet"});
    EXPECT_EQ(checked.exit_code, 4) << checked.err;
    return {planted_in(recorded.out), Json::parse(bytes_of(folder / "why.json"))};
}

/// Whether it is the planted rank that others wait for most.
bool is_of(const Planted& planted, const Json& cause) {
    const auto& ranks = cause["ranks"];
    const auto most = std::max_element(ranks.begin(), ranks.end(), [](const Json& a, const Json& b) {
        return a["seconds"].get<double>() < b["seconds"].get<double>();
    });
    return cause["kind"] == "computation" && most->at("rank") == planted.rank;
}

bool names_a_planted_rank_first(const Explained& explained) {
    const Json& causes = explained.report["causes"];
    return !causes.empty() &&
           std::any_of(explained.planted.begin(), explained.planted.end(),
                       [&](const Planted& planted) { return is_of(planted, causes[0]); }) &&
           causes[0]["at"].get<std::string>().find("delayed_graph.cpp:") != std::string::npos;
}

class DelayedGraphs : public ::testing::TestWithParam<int> {};

TEST_P(DelayedGraphs, TheRankThatIsLateStandsFirst) {
    const TemporaryFolder folder;
    const Explained explained = explain_graph(folder.path(), GetParam());
    ASSERT_FALSE(explained.planted.empty());
    EXPECT_TRUE(names_a_planted_rank_first(explained)) << explained.report["causes"].front();
    for (const Json& time : explained.report["times"]) {
        double sum = 0;
        for (const char* const part : {"computation", "transfer", "files", "library", "unexplained"})
            sum += time[part].get<double>();
        for (const auto& [rule, seconds] : time["waits"].items()) sum += seconds.get<double>();
        EXPECT_NEAR(sum, time["run"].get<double>(), 1e-3 * time["run"].get<double>());
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, DelayedGraphs, ::testing::Range(0, 4));

TEST(TwentyDelayedGraphs, HaveARankThatIsLateFirstInNineteen) {
    int named = 0;
    for (int seed = 4; seed < 24; ++seed) {
        const TemporaryFolder folder;
        named += names_a_planted_rank_first(explain_graph(folder.path(), seed)) ? 1 : 0;
    }
    EXPECT_GE(named, 19);
}

TEST(Why, ExplainsAProgramByOneCommand) {
    const TemporaryFolder folder;
    std::vector<std::string> words{PROGRAMS "/network_trace", "why", "-o", folder / "why", "--"};
    for (const std::string& word : launched(4, {DELAYED_GRAPH, "0", "1"})) words.push_back(word);
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("What ranks wait for in the end:\n"));
    EXPECT_THAT(outcome.out, HasSubstr("  rank 0 "));
    EXPECT_THAT(outcome.err, HasSubstr("Page: " + (folder / "why" / "why.html").string()));
    EXPECT_THAT(bytes_of(folder / "why" / "why.html"), HasSubstr("Time of the ranks"));
}

TEST(Why, SaysWhatCannotBeExplained) {
    const TemporaryFolder folder;
    const Outcome none = run({PROGRAMS "/network_trace", "why", "-o", folder / "none", "--", "/bin/true"});
    EXPECT_EQ(none.exit_code, 1);
    EXPECT_EQ(none.err, "network_trace: /bin/true: nothing was recorded: it made no call of MPI\n");
    EXPECT_FALSE(std::filesystem::exists(folder / "none"));
    const Outcome failed =
        run({PROGRAMS "/network_trace", "why", "-o", folder / "failed", "--", "/bin/false"});
    EXPECT_EQ(failed.exit_code, 1);
    const Outcome within =
        run({"/usr/bin/env", "OMPI_COMM_WORLD_RANK=0", PROGRAMS "/network_trace", "why", "--", "x"});
    EXPECT_EQ(within.exit_code, 2);
    EXPECT_THAT(within.err, HasSubstr("give it the launcher"));
    const Outcome twice = run({PROGRAMS "/network_trace", "why", "-o", folder.path(), "--", "/bin/true"});
    EXPECT_EQ(twice.exit_code, 3);
    EXPECT_THAT(twice.err, HasSubstr("give a folder that does not exist"));
}

}  // namespace
}  // namespace fabricmap::testing
