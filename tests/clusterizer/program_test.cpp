// SPDX-License-Identifier: Apache-2.0
// What a user types, and what the user gets.
#include "clusterizer/program/commands.hpp"
#include "command_line/interruption.hpp"
#include "command_line/progress.hpp"
#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/parts/run_parts.hpp"
#include "tests/expectations.hpp"
#include "tests/kills.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <csignal>
#include <fstream>
#include <sstream>

namespace fabricmap::clusterizer {
namespace {

namespace fs = std::filesystem;
using testing::expect_refused;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::run_program;
using testing::same_numbers;
using testing::TemporaryFolder;

const std::string program = "network_clusterizer";
const std::string small =
    "synthetic:fat-tree,hosts=8,leaf=4,ranks-per-host=2;noise,1%;sweep,lengths=count:12";

Outcome cluster(const std::vector<std::string>& words) {
    const Outcome outcome = run_program(program, words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome;
}

/// What the program does with the words, as work that can be killed.
testing::Work in_this_process(const std::vector<std::string>& words) {
    return [words](const testing::Report& /*report*/) {
        catch_interruption();
        carry_out(parse_options(words));
    };
}

/// An archive of the small run's median.
fs::path small_archive(const TemporaryFolder& folder) {
    const fs::path path = folder / "small.nc";
    cluster({small, "--statistic", "median", "-o", path});
    return path;
}

std::string text_of(const fs::path& path) {
    return testing::bytes_of(path);
}

TEST(Program, ReportsWhatItDid) {
    const TemporaryFolder folder;
    const Outcome outcome = cluster({small, "--statistic", "median", "-o", folder / "a.nc"});
    EXPECT_THAT(outcome.err, HasSubstr("times smaller"));
    EXPECT_THAT(outcome.err, HasSubstr("largest error"));
    EXPECT_EQ(cluster({small, "--statistic", "median", "-o", folder / "b.nc", "--quiet"}).err, "");
}

TEST(Program, SaysOfARunThatHasNotEndedHowItIsCompleted) {
    const TemporaryFolder folder;
    (void)RunParts::create(folder / "run", testing::some_description(2, {0, 1}), RunWriter::Existing::refuse,
                           0);
    for (const char* question : {"--info", "--query=0,0,1"}) {
        const Outcome outcome = run_program(program, {question, folder / "run"});
        EXPECT_EQ(outcome.exit_code, 3);
        EXPECT_THAT(outcome.err, HasSubstr("run.parts: this run has not ended"));
        EXPECT_THAT(outcome.err, HasSubstr("network_test --resume completes it"));
    }
}

TEST(Program, MakesAnArchiveOfEachStatisticOfAPrefix) {
    const TemporaryFolder folder;
    testing::write_run(folder / "run", testing::telltale_run(4, {0, 10, 20}));
    cluster({folder / "run"});
    for (const Statistic statistic : all_statistics) {
        EXPECT_TRUE(fs::exists(folder / fmt::format("run_{}_arc.nc", name_of(statistic))))
            << name_of(statistic);
    }
    cluster({folder / "run", "-o", folder / "small"});
    const auto archives = open_run(folder / "small");
    EXPECT_EQ(archives.statistics().size(), all_statistics.size());
}

TEST(Program, MakesOneArchiveOfANamedFile) {
    const TemporaryFolder folder;
    testing::write_run(folder / "run", testing::telltale_run(4, {0, 10, 20}));
    cluster({folder / "run_max.nc", folder / "run_min.nc"});
    EXPECT_TRUE(fs::exists(folder / "run_max_arc.nc"));
    EXPECT_TRUE(fs::exists(folder / "run_min_arc.nc"));
    EXPECT_FALSE(fs::exists(folder / "run_median_arc.nc"));
}

TEST(Program, ReadsFilesOfTheOlderToolkit) {
    const TemporaryFolder folder;
    const fs::path legacy =
        fs::path(SAMPLES_DIRECTORY) / "legacy/clustered/np4_one_to_one_network_median_clust.nc";
    cluster({legacy, "-o", folder / "a.nc", "--threshold", "0"});
    const auto original = open_run(legacy).stack(Statistic::median);
    const auto archived = open_run(folder / "a.nc").stack(Statistic::median);
    ASSERT_EQ(archived->message_lengths(), original->message_lengths());
    for (std::size_t k = 0; k < original->message_lengths().size(); ++k) {
        EXPECT_TRUE(same_numbers(archived->plane(k), original->plane(k))) << k;
    }
}

TEST(Expand, WritesThePlainFilesThatTheArchiveStandsFor) {
    const TemporaryFolder folder;
    const fs::path archive = small_archive(folder);
    cluster({"--expand", archive, "-o", folder / "plain"});
    const auto stored = open_run(archive).stack(Statistic::median);
    const auto expanded = open_run(folder / "plain_median.nc").stack(Statistic::median);
    for (std::size_t k = 0; k < stored->message_lengths().size(); ++k) {
        EXPECT_TRUE(same_numbers(expanded->plane(k), stored->plane(k))) << k;
    }
    const Outcome again = run_program(program, {"--expand", archive, "-o", folder / "plain"});
    EXPECT_EQ(again.exit_code, 3);
    cluster({"--expand", archive, "-o", folder / "plain", "--overwrite"});
}

TEST(Expand, OfAPrefixTakesTheArchivesNotTheRunBesideThem) {
    const TemporaryFolder folder;
    cluster({small, "--statistic", "median", "-o", folder / "run_median_arc.nc"});
    testing::write_run(folder / "run", testing::telltale_run(4, {0, 10}));
    cluster({"--expand", folder / "run", "-o", folder / "again"});
    EXPECT_EQ(open_run(folder / "again").description().rank_count(), 16);
}

TEST(Expand, LosesNoMeasurementWhenItIsInterrupted) {
    const TemporaryFolder archives;
    const fs::path archive = small_archive(archives);
    const auto expand_over_a_run = [&](const TemporaryFolder& folder) {
        testing::write_run(folder / "run", testing::telltale_run(4, {0, 10}));
        return in_this_process({"--expand", archive, "-o", folder / "run", "--overwrite"});
    };
    const int changes = testing::changes_of(expand_over_a_run(TemporaryFolder()));
    for (testing::Kills kills({.quick = 5, .whole = 20, .seed = 5}); kills.next();) {
        const TemporaryFolder folder;
        const testing::Work expand = expand_over_a_run(folder);
        const std::string measured = testing::bytes_of(folder / "run_median.nc");
        const bool killed = testing::kill_within(kills.draw(0, changes), expand, SIGINT).killed;
        kills.count(killed);
        if (killed) {
            EXPECT_EQ(testing::bytes_of(folder / "run_median.nc"), measured);
            EXPECT_TRUE(fs::exists(folder / "run_max.nc"));
        }
        EXPECT_FALSE(fs::exists(folder / "run.partial_median.nc"));
    }
}

TEST(Expand, OfAnExactArchiveIsTheRunAgain) {
    const TemporaryFolder folder;
    const testing::SomeRun run = testing::telltale_run(5, {0, 7, 100});
    testing::write_run(folder / "run", run);
    cluster({folder / "run", "-o", folder / "small", "--threshold", "0", "--exceptions", "0"});
    cluster({"--expand", folder / "small", "-o", folder / "again"});
    const auto before = open_run(folder / "run");
    const auto after = open_run(folder / "again");
    EXPECT_EQ(after.description().run_id, before.description().run_id);
    EXPECT_EQ(after.description().ranks, before.description().ranks);
    for (const Statistic statistic : all_statistics) {
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_TRUE(same_numbers(after.stack(statistic)->plane(k), before.stack(statistic)->plane(k)));
        }
    }
}

TEST(Query, PrintsOneValue) {
    const TemporaryFolder folder;
    const fs::path archive = small_archive(folder);
    const Archive opened(archive);
    const std::int64_t length = opened.header().run.message_lengths[5];
    const Outcome outcome = cluster({"--query", fmt::format("{},3,14", length), archive});
    EXPECT_EQ(outcome.out, fmt::format("{}\n", opened.value(5, 3, 14)));
}

TEST(Info, NamesTheClassesByTheirHosts) {
    const TemporaryFolder folder;
    const std::string info = cluster({"--info", "--verbose", small_archive(folder)}).out;
    EXPECT_THAT(info, HasSubstr("16 ranks on 8 hosts"));
    EXPECT_THAT(info, HasSubstr("within 2 groups of hosts: node0…node3 (4), node4…node7 (4)"));
    EXPECT_THAT(info, HasSubstr("between node0…node3 and node4…node7"));
    EXPECT_THAT(info, HasSubstr("ranks to themselves"));
}

TEST(Info, NamesAHostThatIsSlow) {
    const TemporaryFolder folder;
    cluster({small + ";fault,slow-receiver,host=5,factor=3", "--statistic", "median", "-o", folder / "a.nc"});
    const std::string info = cluster({"--info", folder / "a.nc"}).out;
    EXPECT_THAT(info, HasSubstr("to node5"));
}

TEST(Info, NamesTheHostsOfASlowSwitch) {
    const TemporaryFolder folder;
    const std::string fabric =
        "synthetic:fat-tree,hosts=32,leaf=8;noise,2%;sweep,lengths=count:20;fault,slow-switch,";
    cluster({fabric + "switch=2,factor=2", "--statistic", "median", "-o", folder / "a.nc"});
    EXPECT_THAT(cluster({"--info", folder / "a.nc"}).out,
                HasSubstr("between node16…node23 and the other hosts"));
    cluster({fabric + "switch=2,to=1,factor=2", "--statistic", "median", "-o", folder / "b.nc"});
    EXPECT_THAT(cluster({"--info", folder / "b.nc"}).out, HasSubstr("from node16…node23 to node08…node15"));
}

TEST(Info, FailsWhereItsOutputIsLost) {
    const TemporaryFolder folder;
    const std::string command =
        fmt::format("{}/{} --info {} > /dev/full", PROGRAMS, program, small_archive(folder).string());
    const Outcome outcome = testing::run({"/bin/sh", "-c", command});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.err, HasSubstr("stdout"));
}

TEST(Labels, AreATableOfAllPairs) {
    const TemporaryFolder folder;
    const fs::path archive = small_archive(folder);
    cluster({archive, "--labels", folder / "labels.csv"});
    const Archive opened(archive);
    EXPECT_EQ(cluster({archive, "--labels", "-"}).out, text_of(folder / "labels.csv"));
    std::istringstream lines(text_of(folder / "labels.csv"));
    std::string line;
    std::getline(lines, line);
    EXPECT_THAT(line, ::testing::StartsWith("sender,receiver,"));
    for (int i = 0; i < 16; ++i) {
        for (int j = 0; j < 16; ++j) {
            std::getline(lines, line);
            std::string expected = fmt::format("{},{}", i, j);
            for (std::size_t r = 0; r < opened.header().ranges.size(); ++r) {
                expected += fmt::format(",{}", opened.label(r, i, j));
            }
            ASSERT_EQ(line, expected);
        }
    }
    EXPECT_FALSE(std::getline(lines, line));
}

TEST(Labels, OfARunComeWithItsArchive) {
    const TemporaryFolder folder;
    cluster({small, "--statistic", "median", "-o", folder / "a.nc", "--labels", folder / "labels.csv"});
    EXPECT_TRUE(fs::exists(folder / "a.nc"));
    EXPECT_TRUE(fs::exists(folder / "labels.csv"));
}

TEST(BadInput, IsRefusedInOneLine) {
    const TemporaryFolder folder;
    const fs::path archive = small_archive(folder);
    std::ofstream(folder / "empty.nc").flush();
    std::ofstream(folder / "foreign.nc") << "neither a run nor an archive\n";
    testing::write_run(folder / "run", testing::telltale_run(3, {0}));
    const std::vector<testing::Refused> cases{
        {{}, 2, "RUN"},
        {{folder / "missing"}, 3, "missing"},
        {{folder / "empty.nc"}, 3, "empty.nc"},
        {{folder / "foreign.nc"}, 3, "foreign.nc"},
        {{"--info", folder / "foreign.nc"}, 3, "foreign.nc"},
        {{"--info", folder / "run_median.nc"}, 3, "run_median.nc"},
        {{"--query", "0,0,1", folder / "missing.nc"}, 3, "missing.nc"},
        {{"--query", "0,0", archive}, 2, "--query 0,0"},
        {{"--query", "3,0,1", archive}, 2, "no length 3"},
        {{"--query", "1,0,99", archive}, 2, "no rank 99"},
        {{"--expand", archive}, 2, "-o"},
        {{"--info", archive, "--threshold", "0.1"}, 2, "--threshold"},
        {{"--query", "1,0,1", archive, "--statistic", "max"}, 2, "--statistic max"},
        {{"--expand", "--info", archive, "-o", "x"}, 2, "--expand"},
        {{archive, "--threshold", "-1"}, 2, "--threshold -1"},
        {{archive, "--threshold", "much"}, 2, "--threshold much"},
        {{archive, "--absolute-threshold", "3 apples"}, 2, "--absolute-threshold"},
        {{archive, "--exceptions", "-1"}, 2, "--exceptions"},
        {{archive, "--min-range", "0"}, 2, "--min-range"},
        {{archive, "--max-memory", "1M"}, 2, "--max-memory 1M"},
        {{archive, "--threads", "0"}, 2, "--threads"},
        {{archive, "--threads", "100000"}, 2, "--threads"},
        {{archive, "--threshold", "10"}, 2, "--threshold 10"},
        {{archive, "-o", archive, "--overwrite"}, 2, "the input itself"},
        {{archive, "--labels", archive, "--overwrite"}, 2, "the input itself"},
        {{small, "--statistic", "median", "-o", "-"}, 2, "-o -: an archive cannot go to stdout"},
        {{archive, "--expand", "-o", "-"}, 2, "-o -: a run cannot go to stdout"},
        {{folder / "run", "-o", folder / "run_min.nc", "--statistic", "min", "--overwrite"},
         2,
         "the input itself"},
        {{folder / "run", "-o", folder / "x.nc"}, 2, "without .nc"},
        {{"--expand", folder / "run_min.nc", "-o", folder / "x"}, 3, "run_min.nc"},
        {{archive, "--statistic", "mode"}, 2, "--statistic mode"},
        {{archive, "--statistic", "max"}, 3, "max"},
        {{folder / "run", "-o", folder / "no/such/x"}, 3, "no/such"},
        {{folder / "run_min.nc", "-o", archive}, 3, "--overwrite"},
        {{folder / "run_min.nc", folder / "run_min.nc"}, 2, "run_min_arc.nc"},
        {{folder / "run", "--labels", folder / "l.csv"}, 2, "--labels"},
    };
    for (const testing::Refused& wrong : cases) {
        SCOPED_TRACE(fmt::format("{}", fmt::join(wrong.words, " ")));
        expect_refused(program, wrong);
    }
}

TEST(BadInput, ThatIsCutOffIsRefusedWhereverItEnds) {
    const TemporaryFolder folder;
    const std::string whole = testing::bytes_of(small_archive(folder));
    constexpr std::size_t cuts = 16;
    for (std::size_t cut = 0; cut < cuts; ++cut) {
        const std::size_t size = whole.size() * cut / cuts;
        SCOPED_TRACE(size);
        std::ofstream(folder / "cut.nc", std::ios::binary) << whole.substr(0, size);
        expect_refused(program, {{"--info", folder / "cut.nc"}, 3, "cut.nc"});
        // With a remedy, whichever way it was noticed.
        expect_refused(program, {{"--info", folder / "cut.nc"}, 3, "; "});
        expect_refused(program, {{folder / "cut.nc", "-o", folder / "x.nc"}, 3, "cut.nc"});
    }
}

class Kill : public ::testing::TestWithParam<int> {};

TEST_P(Kill, LeavesNoHalfArchive) {
    const std::string run = "synthetic:torus,size=4x4x4;noise,2%;sweep,lengths=count:20";
    const auto cluster_into = [&](const TemporaryFolder& folder) {
        return in_this_process({run, "--statistic", "median", "-o", folder / "a.nc", "--threads", "1"});
    };
    const int changes = testing::changes_of(cluster_into(TemporaryFolder()));
    for (testing::Kills kills({.quick = 5, .whole = 20, .seed = 6}); kills.next();) {
        const TemporaryFolder folder;
        const bool killed =
            testing::kill_within(kills.draw(0, changes), cluster_into(folder), GetParam()).killed;
        kills.count(killed);
        EXPECT_TRUE(killed || fs::exists(folder / "a.nc"));
        if (fs::exists(folder / "a.nc")) {
            EXPECT_EQ(Archive(folder / "a.nc").header().ranges.front().first_plane, 0);
        }
        for (const auto& entry : fs::directory_iterator(folder.path())) {
            const std::string name = entry.path().filename();
            EXPECT_TRUE(name == "a.nc" || (name == "a.nc.partial" && GetParam() == SIGKILL)) << name;
        }
        // Whatever was left is in nobody's way.
        cluster({small, "--statistic", "median", "-o", folder / "a.nc", "--overwrite"});
        EXPECT_FALSE(fs::exists(folder / "a.nc.partial"));
    }
}

INSTANTIATE_TEST_SUITE_P(By, Kill, ::testing::Values(SIGINT, SIGTERM, SIGKILL),
                         [](const auto& tested) { return "SIG" + std::string(sigabbrev_np(tested.param)); });

}  // namespace
}  // namespace fabricmap::clusterizer
