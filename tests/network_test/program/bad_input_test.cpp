// SPDX-License-Identifier: Apache-2.0
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/mpi_job.hpp"
#include "tests/small_disk.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Expects one line of the tester's own, with the code, that says what it must.
void expect_refusal(const Outcome& outcome, int exit_code, const std::string& said) {
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    const auto lines = own_lines(outcome.err);
    ASSERT_EQ(lines.size(), 1U) << outcome.err;
    EXPECT_THAT(lines.front(), HasSubstr(said));
    EXPECT_THAT(outcome.out, IsEmpty());
}

struct Nonsense {
    std::string name;
    std::vector<std::string> words;
    std::string said;
    int ranks = 3;
};

void PrintTo(const Nonsense& nonsense, std::ostream* stream) {
    *stream << nonsense.name;
}

class NonsenseIsRefused : public ::testing::TestWithParam<Nonsense> {};

TEST_P(NonsenseIsRefused, WithOneLineAndCode2AndNoFiles) {
    const TemporaryFolder folder;
    Job job{.ranks = GetParam().ranks, .words = GetParam().words};
    job.words.insert(job.words.end(), {"-f", folder / "run"});
    expect_refusal(run(job), 2, GetParam().said);
    EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Such, NonsenseIsRefused,
    ::testing::Values(
        Nonsense{"one_rank", {}, "one rank", 1}, Nonsense{"no_step", {"-s", "0"}, "-s 0"},
        Nonsense{"end_before_begin", {"-b", "10", "-e", "5"}, "-e"},
        Nonsense{"negative_begin", {"-b", "-1"}, "-b"},
        Nonsense{"end_beyond_63_bits", {"-e", "99999999999999999999"}, "-e"},
        Nonsense{"samples_beyond_memory", {"-n", "9223372036854775807"}, "-n: a rank"},
        Nonsense{"warm_up_beyond_memory", {"--warm-up", "9223372036854775807"}, "--warm-up: a rank"},
        Nonsense{"messages_beyond_memory", {"-e", "1T", "-s", "100G"}, "--lengths (-e): a rank"},
        Nonsense{"unknown_output", {"--output", "tape"}, "--output tape"},
        Nonsense{
            "archive_of_shuffled_lengths", {"--output", "archive", "--shuffle-lengths"}, "--output archive"},
        Nonsense{"unknown_mode", {"-t", "nonsense"}, "-t nonsense"},
        Nonsense{"more_noise_than_ranks", {"-t", "test_noise", "-p", "2"}, "-p 2"},
        Nonsense{"noise_beyond_memory",
                 {"-t", "test_noise", "-p", "1", "-l", "8000000T"},
                 "-l: a rank would need"}),
    [](const auto& tested) { return tested.param.name; });

TEST(OutputFolder, ThatIsMissingIsRefusedWithItsPath) {
    const TemporaryFolder folder;
    expect_refusal(run(Job{.words = {"-f", folder / "missing/run"}}), 3, folder / "missing");
    EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

TEST(OutputFolder, ThatIsReadOnlyIsRefusedWithItsPath) {
    SmallDisk disk("1m");
    if (!disk.mounted()) GTEST_SKIP() << "a disk can be mounted by root only";
    ASSERT_TRUE(disk.make_read_only());
    expect_refusal(run(Job{.words = {"-f", disk.path() / "run"}}), 3, disk.path());
    EXPECT_THAT(names_in(disk.path()), IsEmpty());
}

TEST(Disk, ThatWillNotHoldTheRunIsRefusedBeforeTheFirstMessage) {
    const SmallDisk disk("512k");
    if (!disk.mounted()) GTEST_SKIP() << "a disk can be mounted by root only";
    expect_refusal(run(Job{.words = {"-e", "10M", "-s", "100", "-f", disk.path() / "run"}}), 3, disk.path());
    EXPECT_THAT(names_in(disk.path()), IsEmpty());
}

TEST(Disk, ThatIsFullIsRefusedAndNothingIsLeft) {
    const SmallDisk disk("300k");
    if (!disk.mounted()) GTEST_SKIP() << "a disk can be mounted by root only";
    disk.fill();
    const auto before = names_in(disk.path());
    expect_refusal(run(Job{.words = {"-f", disk.path() / "run"}}), 3, disk.path());
    EXPECT_EQ(names_in(disk.path()), before);
}

TEST(Disk, ThatFillsUpLaterEndsTheRunWithCode3AndTheWholePlanesStay) {
    const SmallDisk disk("16m");
    if (!disk.mounted()) GTEST_SKIP() << "a disk can be mounted by root only";
    Command command(
        Job{.ranks = 3, .words = {"-e", "100000", "-s", "10", "-n", "12", "-f", disk.path() / "run"}}
            .command());
    const auto median = disk.path() / "run_median.nc";
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < give_up &&
           !(std::filesystem::exists(median) && open_run(median).description().message_lengths.size() > 5)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    disk.fill();
    expect_refusal(command.wait(std::chrono::seconds(60)), 3, disk.path());
    const fabricmap::Run run = open_run(disk.path() / "run");
    const std::size_t planes = run.description().message_lengths.size();
    EXPECT_GT(planes, 5U);
    EXPECT_LT(planes, 10'000U);
    EXPECT_TRUE(run.stack(Statistic::median)->plane(planes - 1).isFinite().all());
}

class ExistingRun : public ::testing::Test {
  protected:
    ExistingRun() { EXPECT_EQ(run(job({})).exit_code, 0); }

    /// The run of before, with more words.
    [[nodiscard]] Job job(const std::vector<std::string>& more, int ranks = 2) const {
        Job job{.ranks = ranks, .words = {"-s", "5000", "-n", "15", "-f", folder_ / "run"}};
        job.words.insert(job.words.end(), more.begin(), more.end());
        return job;
    }

    void expect_untouched() const {
        expect_sane_run(folder_ / "run", Mode::one_to_one, 2, {0, 5000}, {12, 15});
        EXPECT_EQ(names_in(folder_.path()).size(), all_statistics.size());
    }

    const TemporaryFolder folder_;
};

TEST_F(ExistingRun, IsRefusedWithoutOverwrite) {
    expect_refusal(run(job({})), 3, "--overwrite");
    expect_untouched();
}

TEST_F(ExistingRun, IsNotResumedWithOtherParameters) {
    expect_refusal(run(job({"--resume", "-t", "bcast"})), 2, "-t one_to_one, not bcast");
    expect_refusal(run(job({"--resume", "--fixed"})), 2, "sampling");
    expect_refusal(run(job({"--resume", "-e", "20000"})), 2, "lengths");
    expect_untouched();
}

TEST_F(ExistingRun, IsNotResumedWithOtherRanks) {
    expect_refusal(run(job({"--resume"}, 3)), 2, "2 ranks, not 3");
    expect_untouched();
}

// A file that is none of ours stands where ours would.
TEST_F(ExistingRun, IsNotResumedWhereAFileOfItIsForeign) {
    const auto median = folder_ / "run_median.nc";
    std::ofstream(median, std::ios::trunc) << "this is no measurement";
    expect_refusal(run(job({"--resume"})), 3, median);
    EXPECT_EQ(bytes_of(median), "this is no measurement");
}

}  // namespace
}  // namespace fabricmap::testing
