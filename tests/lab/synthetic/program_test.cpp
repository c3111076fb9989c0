// SPDX-License-Identifier: Apache-2.0
// The programs themselves are run: what a user types, and what the user gets.
#include "netcdf_schema/open_run.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <sys/resource.h>
#include <thread>

namespace fabricmap {
namespace {

using testing::expect_refused;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::Refused;
using testing::run_program;
using testing::TemporaryFolder;
namespace fs = std::filesystem;

constexpr std::chrono::seconds limit(60);

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(NetworkSynthesize, WritesSixFilesAndTheTruth) {
    const TemporaryFolder folder;
    const Outcome outcome = run_program(
        "network_synthesize",
        {"fat_tree_faulty", "-f", folder / "faulty", "--type", "async_one_to_one", "--lengths", "0,count:3"});
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

TEST(NetworkSynthesize, EveryModeHasARun) {
    const TemporaryFolder folder;
    for (const Mode mode : all_modes) {
        const std::string prefix = folder / std::string(name_of(mode));
        const Outcome outcome =
            run_program("network_synthesize",
                        {"two_racks", "-f", prefix, "-t", std::string(name_of(mode)), "--lengths", "0,1K"});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const Matrix plane = open_run(prefix).stack(Statistic::median)->plane(1);
        EXPECT_GT(plane(0, 15), plane(0, 1)) << name_of(mode) << ": the other rack is farther";
        EXPECT_EQ(plane(3, 3) > 0, measures_diagonal(mode)) << name_of(mode);
    }
}

TEST(NetworkSynthesize, HoldsRowsAndNotPlanes) {
    const TemporaryFolder folder;
    // A plane of 4096 ranks takes 134 MB; the limit on the address space holds the libraries, threads and
    // rows.
    rlimit unlimited{};
    getrlimit(RLIMIT_DATA, &unlimited);
    const rlimit small{100U << 20U, unlimited.rlim_max};
    setrlimit(RLIMIT_DATA, &small);
    const Outcome outcome =
        run_program("network_synthesize", {"torus,size=16x16x16;noise,1%", "-f", folder / "big", "--lengths",
                                           "0", "--statistics", "median", "--quiet"});
    setrlimit(RLIMIT_DATA, &unlimited);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_GT(fs::file_size(folder / "big_median.nc"), 4096U * 4096U * 8U);
    EXPECT_EQ(files_in(folder / ""), 2U) << "the median and the truth";
}

TEST(NetworkSynthesize, KeepsFilesThatAreThereUnlessToldOtherwise) {
    const TemporaryFolder folder;
    const std::vector<std::string> words{"two_hosts", "-f", folder / "a", "--lengths", "0"};
    ASSERT_EQ(run_program("network_synthesize", words).exit_code, 0);
    const std::string before = testing::bytes_of(folder / "a_min.nc");
    const Outcome again = run_program("network_synthesize", words);
    EXPECT_EQ(again.exit_code, 3);
    EXPECT_THAT(again.err, HasSubstr("--overwrite"));
    EXPECT_EQ(testing::bytes_of(folder / "a_min.nc"), before);
    auto overwriting = words;
    overwriting.emplace_back("--overwrite");
    EXPECT_EQ(run_program("network_synthesize", overwriting).exit_code, 0);
}

TEST(NetworkSynthesize, AnInterruptedRunLeavesNothing) {
    for (int attempt = 0; attempt < 10; ++attempt) {
        const TemporaryFolder folder;
        testing::Command command({std::string(PROGRAMS) + "/network_synthesize", "torus", "-f", folder / "t",
                                  "--lengths", "pow2:1:1M"});
        std::this_thread::sleep_for(std::chrono::milliseconds(20 + 60 * attempt));
        kill(command.pid(), attempt % 2 == 0 ? SIGINT : SIGTERM);
        const Outcome outcome = command.wait(limit);
        if (outcome.exit_code == 0) continue;
        // A signal before the program is ready ends it at once.
        EXPECT_TRUE(outcome.exit_code == 130 || outcome.exit_code >= 128) << outcome.err;
        EXPECT_EQ(files_in(folder / ""), 0U) << outcome.err;
    }
}

TEST(NetworkSynthesize, SaysInOneLineWhatIsWrong) {
    const TemporaryFolder folder;
    const std::vector<Refused> cases{
        {{}, 2, "SCENARIO"},
        {{"nowhere"}, 3, "network_lab list"},
        {{"two_hosts", "-f", ""}, 2, "-f"},
        {{"two_hosts", "-f", "-"}, 2, "-f -: a run cannot go to stdout"},
        {{"two_hosts", "--statistics", ""}, 2, "--statistics"},
        {{"two_hosts", "-f", folder / std::string(300, 'n')}, 3, "cannot make files of this name"},
        {{"torus,size=2x2;title \xff", "-f", folder / "x"}, 3, "0xff is no UTF-8"},
        {{"two_hosts", "--lengths", "much"}, 2, "--lengths: 'much'"},
        {{"two_hosts", "-t", "sideways"}, 2, "-t sideways"},
        {{"two_hosts", "--statistics", "mode"}, 2, "--statistics mode"},
        {{"two_hosts", "--seed", "x"}, 2, "--seed x"},
        {{"two_hosts", "-t", "bcast", "--timing", "one_way"}, 2, "--timing one_way"},
        {{"two_hosts", "-f", folder / "missing/a"}, 3, "missing"},
        {{"torus,size=4;fault,lossy-port,host=1,loss=1%"}, 2, "virtual kind"},
        {{"torus,size=4;fault,noisy-node,host=1,factor=4"}, 2, "noise 2%"},
        {{"/etc"}, 3, "/etc"},
    };
    for (const Refused& wrong : cases) expect_refused("network_synthesize", wrong);
}

TEST(NetworkConvert, OpensASyntheticRun) {
    const Outcome outcome =
        run_program("network_convert", {"synthetic:two_hosts;sweep,lengths=0", "--to", "csv"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("0,1,"));
}

}  // namespace
}  // namespace fabricmap
