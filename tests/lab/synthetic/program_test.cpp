// SPDX-License-Identifier: Apache-2.0
// The programs themselves are run: what a user types, and what the user gets.
#include "base/quantities.hpp"
#include "lab/program/commands.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/kills.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <sys/resource.h>

namespace fabricmap {
namespace {

using testing::expect_refused;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::run_program;
using testing::TemporaryFolder;
using testing::write_synthetic;
namespace fs = std::filesystem;

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(SyntheticKind, WritesSixFilesAndTheTruth) {
    const TemporaryFolder folder;
    const Outcome outcome = write_synthetic("fat_tree_faulty", folder / "faulty",
                                            {"--type", "async_one_to_one", "--lengths", "0,count:3"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(files_in(folder / ""), 7U);
    const fabricmap::Run run = open_run(folder / "faulty");
    EXPECT_EQ(run.description().mode, Mode::async_one_to_one);
    EXPECT_EQ(run.description().rank_count(), 64);
    EXPECT_TRUE(run.description().complete);
    EXPECT_EQ(run.stack(Statistic::median)->message_lengths().size(), 4U);
    const auto truth = nlohmann::json::parse(testing::bytes_of(folder / "faulty_truth.json"));
    EXPECT_EQ(truth["faults"].size(), 2U);
}

TEST(SyntheticKind, EveryModeHasARun) {
    const TemporaryFolder folder;
    for (const Mode mode : modes_of_all_pairs) {
        const std::string prefix = folder / std::string(name_of(mode));
        const Outcome outcome =
            write_synthetic("two_racks", prefix, {"-t", std::string(name_of(mode)), "--lengths", "0,1K"});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const Matrix plane = open_run(prefix).stack(Statistic::median)->plane(1);
        EXPECT_GT(plane(0, 15), plane(0, 1)) << name_of(mode) << ": the other rack is farther";
        EXPECT_EQ(plane(3, 3) > 0, measures_diagonal(mode)) << name_of(mode);
    }
}

TEST(SyntheticKind, HoldsRowsAndNotPlanes) {
    const TemporaryFolder folder;
    // A plane of 4096 ranks takes 134 MB; the limit on the address space holds the libraries, threads and
    // rows.
    rlimit unlimited{};
    getrlimit(RLIMIT_DATA, &unlimited);
    const rlimit small{100U << 20U, unlimited.rlim_max};
    setrlimit(RLIMIT_DATA, &small);
    const Outcome outcome = write_synthetic("torus,size=16x16x16;noise,1%", folder / "big",
                                            {"--lengths", "0", "--statistics", "median"});
    setrlimit(RLIMIT_DATA, &unlimited);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_GT(fs::file_size(folder / "big_median.nc"), 4096U * 4096U * 8U);
    EXPECT_EQ(files_in(folder / ""), 2U) << "the median and the truth";
}

TEST(SyntheticKind, KeepsFilesThatAreThereUnlessAskedOtherwise) {
    const TemporaryFolder folder;
    ASSERT_EQ(write_synthetic("two_hosts", folder / "a", {"--lengths", "0"}).exit_code, 0);
    const std::string before = testing::bytes_of(folder / "a_min.nc");
    const Outcome again = write_synthetic("two_hosts", folder / "a", {"--lengths", "0"});
    EXPECT_EQ(again.exit_code, 3);
    EXPECT_THAT(again.err, HasSubstr("--overwrite"));
    EXPECT_EQ(testing::bytes_of(folder / "a_min.nc"), before);
    EXPECT_THAT(again.err, ::testing::Not(HasSubstr("--resume"))) << "it cannot be continued";
    EXPECT_EQ(write_synthetic("two_hosts", folder / "a", {"--lengths", "0", "--overwrite"}).exit_code, 0);
    const std::vector<std::string> words{"run", "two_hosts",  "--kind",     "synthetic",
                                         "-f",  folder / "a", "--overwrite"};
    EXPECT_EQ(run_program("network_lab", words).exit_code, 0);
}

TEST(SyntheticKind, KnowsEveryOptionOfNetworkTestAndNoOther) {
    const TemporaryFolder folder;
    const Outcome help = run_program("network_test", {"--help"});
    int options = 0;
    for (const std::string_view line : split(help.out, '\n')) {
        const auto name = line.find("--");
        if (!line.starts_with("  -") || name == std::string_view::npos) continue;
        const std::string option(line.substr(name, line.find_first_of(" ,=", name) - name));
        if (option == "--help" || option == "--version" || option == "--completion") continue;
        ++options;
        const Outcome outcome = write_synthetic("two_hosts", folder / "a", {"--lengths", "0", option, "1"});
        EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr("no such option"))) << option;
    }
    EXPECT_GT(options, 20);
}

TEST(SyntheticKind, AnInterruptedRunLeavesNothing) {
    const auto write_into = [](const TemporaryFolder& folder) {
        const auto words = testing::words_of_synthetic("two_racks", folder / "t", {"--lengths", "0,1K,64K"});
        return [words](const testing::Report& /*report*/) {
            (void)lab::run_scenario(lab::parse_lab_words(words));
        };
    };
    const int changes = testing::changes_of(write_into(TemporaryFolder()));
    for (testing::Kills kills({.quick = 10, .whole = 40, .seed = 8}); kills.next();) {
        const TemporaryFolder folder;
        const int signal = kills.number() % 2 == 0 ? SIGINT : SIGTERM;
        const bool killed = testing::kill_within(kills.draw(0, changes), write_into(folder), signal).killed;
        kills.count(killed);
        if (killed) {
            EXPECT_EQ(files_in(folder / ""), 0U);
        }
    }
}

TEST(SyntheticKind, SaysInOneLineWhatIsWrong) {
    const TemporaryFolder folder;
    struct Wrong {
        std::string scenario;
        std::string prefix;
        std::vector<std::string> options;
        int code;
        std::string part;
    };
    const std::string at = folder / "x";
    const std::vector<Wrong> cases{
        {"nowhere", at, {}, 3, "network_lab list"},
        {"two_hosts", "", {}, 2, "-f"},
        {"two_hosts", "-", {}, 2, "-f -: a run cannot go to stdout"},
        {"two_hosts", at, {"--statistics", ""}, 2, "--statistics"},
        {"two_hosts", folder / std::string(300, 'n'), {}, 3, "cannot make files of this name"},
        {"torus,size=2x2;title \xff", at, {}, 3, "0xff is not UTF-8"},
        {"two_hosts", at, {"--warmup", "0"}, 2, "--warmup"},
        {"two_hosts", at, {"--resume"}, 2, "--resume"},
        {"two_hosts", at, {"--lengths", "much"}, 2, "--lengths: 'much'"},
        {"two_hosts", at, {"-t", "sideways"}, 2, "-t sideways"},
        {"two_hosts", at, {"--statistics", "mode"}, 2, "--statistics mode"},
        {"two_hosts", at, {"--seed", "x"}, 2, "--seed x"},
        {"two_hosts", at, {"-t", "bcast", "--timing", "one_way"}, 2, "--timing one_way"},
        {"two_hosts", folder / "missing/a", {}, 3, "missing"},
        {"torus,size=4;fault,lossy-port,host=1,loss=1%", at, {}, 2, "--kind virtual"},
        {"torus,size=4;fault,noisy-node,host=1,factor=4", at, {}, 2, "noise 2%"},
        {"/etc", at, {}, 3, "/etc"},
    };
    expect_refused("network_lab", {{"run"}, 2, "SCENARIO"});
    for (const Wrong& wrong : cases) {
        expect_refused("network_lab",
                       {testing::words_of_synthetic(wrong.scenario, wrong.prefix, wrong.options), wrong.code,
                        wrong.part});
    }
}

}  // namespace
}  // namespace fabricmap
