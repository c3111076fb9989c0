// SPDX-License-Identifier: Apache-2.0
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_lock.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/expectations.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace fabricmap::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Lengths = std::vector<std::int64_t>;

/// The lengths of a file in the order of its records.
Lengths lengths_on_disk(const std::filesystem::path& file) {
    const Outcome outcome = run({program_path("ncdump"), "-v", "message_length", file});
    std::string values = outcome.out.substr(outcome.out.rfind("message_length = "));
    values = values.substr(0, values.find(';'));
    std::replace_if(
        values.begin(), values.end(), [](char c) { return c < '0' || c > '9'; }, ' ');
    std::istringstream stream(values);
    Lengths lengths;
    for (std::int64_t length = 0; stream >> length;) lengths.push_back(length);
    return lengths;
}

TEST(Lengths, OfAListAreMeasuredAscending) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run(Job{.ranks = 3, .words = {"--lengths", "64K,pow2:1:8,0", "-f", folder / "run"}});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const Lengths expected{0, 1, 2, 4, 8, 65536};
    expect_sane_run(folder / "run", Mode::one_to_one, 3, expected, {12, 100});
    EXPECT_EQ(lengths_on_disk(statistic_path(folder / "run", Statistic::median)), expected);
}

TEST(Lengths, ShuffledLieInThatOrderOnDiskAndAreReadAscending) {
    const TemporaryFolder folder;
    const Outcome outcome = run(
        Job{.words = {"-s", "500", "--shuffle-lengths", "--seed", "5", "-n", "15", "-f", folder / "run"}});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    Lengths ascending;
    for (std::int64_t length = 0; length < 10'000; length += 500) ascending.push_back(length);
    const Lengths on_disk = lengths_on_disk(statistic_path(folder / "run", Statistic::minimum));
    EXPECT_FALSE(std::is_sorted(on_disk.begin(), on_disk.end()));
    EXPECT_THAT(on_disk, ::testing::UnorderedElementsAreArray(ascending));
    expect_sane_run(folder / "run", Mode::one_to_one, 2, ascending, {12, 15});
}

TEST(Lengths, OfOneLengthAreARowOfOne) {
    const TemporaryFolder folder;
    EXPECT_EQ(run(Job{.words = {"--lengths", "1K", "-f", folder / "run"}}).exit_code, 0);
    expect_sane_run(folder / "run", Mode::one_to_one, 2, {1024}, {12, 100});
}

TEST(Resume, OfACompleteRunMeasuresNothingAndChangesNothing) {
    const TemporaryFolder folder;
    const Job job{.words = {"-s", "2000", "-n", "15", "--resume", "-f", folder / "run"}};
    EXPECT_EQ(run(job).exit_code, 0);
    const fabricmap::Run before = open_run(folder / "run");
    const Outcome again = run(job);
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_THAT(again.err, HasSubstr("nothing is left to measure"));
    const fabricmap::Run after = open_run(folder / "run");
    EXPECT_EQ(after.description().run_id, before.description().run_id);
    for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_TRUE(
            same_numbers(after.stack(Statistic::median)->plane(k), before.stack(Statistic::median)->plane(k)))
            << k;
    }
}

TEST(Resume, LeavesWhatIsThereOfASetThatLacksAFileAndSaysSo) {
    const TemporaryFolder folder;
    Job job{.words = {"-s", "2000", "-n", "15", "--resume", "-f", folder / "run"}};
    EXPECT_EQ(run(job).exit_code, 0);
    const auto medians = open_run(folder / "run").stack(Statistic::median)->plane(2);
    std::filesystem::remove(statistic_path(folder / "run", Statistic::average));
    const Outcome left = run(job);
    EXPECT_EQ(left.exit_code, 0) << left.err;
    EXPECT_THAT(left.err, HasSubstr("has 5 of 5 lengths; none is left"));
    EXPECT_THAT(left.err, HasSubstr("run_average.nc is missing"));
    EXPECT_FALSE(std::filesystem::exists(statistic_path(folder / "run", Statistic::average)));
    job.words.emplace_back("--fill");
    EXPECT_EQ(run(job).exit_code, 0);
    const fabricmap::Run filled = open_run(folder / "run");
    EXPECT_EQ(filled.statistics().size(), all_statistics.size());
    EXPECT_TRUE((filled.stack(Statistic::median)->plane(2) == medians).all());
    EXPECT_TRUE(std::isnan(filled.stack(Statistic::average)->plane(2)(0, 1)));
}

TEST(Resume, OfARunThatAnotherJobWritesIsRefused) {
    const TemporaryFolder folder;
    Job job{.words = {"--lengths", "0,1K", "-n", "5", "-f", folder / "run"}};
    EXPECT_EQ(run(job).exit_code, 0);
    EXPECT_FALSE(std::filesystem::exists(lock_path(folder / "run")));
    std::optional<RunLock> other_job(std::in_place, folder / "run", "another job");
    for (const std::string option : {"--resume", "--overwrite"}) {
        Job second = job;
        second.words.push_back(option);
        const Outcome outcome = run(second);
        EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
        EXPECT_THAT(own_lines(outcome.err), ElementsAre(AllOf(HasSubstr("run.lock: another job (process "),
                                                              HasSubstr("writes this run"))));
    }
    other_job.reset();
    job.words.emplace_back("--overwrite");
    EXPECT_EQ(run(job).exit_code, 0);
}

TEST(Seed, IsStoredAndMeasuresNothingElse) {
    const TemporaryFolder folder;
    EXPECT_EQ(run(Job{.ranks = 3, .words = {"--seed", "77", "-s", "5000", "-f", folder / "run"}}).exit_code,
              0);
    EXPECT_EQ(open_run(folder / "run").description().seed, 77U);
}

TEST(DryRun, ReportsThePlanAndWritesNothing) {
    const TemporaryFolder folder;
    const Outcome outcome = run(Job{.ranks = 4, .words = {"--dry-run", "-f", folder / "run"}});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("4 ranks"));
    EXPECT_THAT(outcome.out, HasSubstr("12 pairs"));
    EXPECT_THAT(outcome.out, HasSubstr("4 lengths from 0 to 1M bytes"));
    EXPECT_THAT(outcome.out, HasSubstr("estimated time"));
    EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

TEST(DryRun, LooksWhetherTheFilesCouldBeWritten) {
    const TemporaryFolder folder;
    const Outcome nowhere = run(Job{.words = {"--dry-run", "-f", folder / "nowhere/run"}});
    EXPECT_EQ(nowhere.exit_code, 3);
    EXPECT_THAT(nowhere.err, HasSubstr("no such folder; make it first"));
    EXPECT_EQ(nowhere.out, "");
    for (const char* const resume : {"--overwrite", "--resume"}) {
        const Outcome too_long =
            run(Job{.words = {"--dry-run", resume, "-f", folder / std::string(300, 'n')}});
        EXPECT_EQ(too_long.exit_code, 3);
        EXPECT_THAT(too_long.err, HasSubstr("cannot make files of this name: File name too long"));
        EXPECT_THAT(too_long.err, ::testing::Not(HasSubstr("filesystem error")));
    }
    std::filesystem::create_symlink(folder / "loop", folder / "loop");
    EXPECT_EQ(run(Job{.words = {"--dry-run", "-f", folder / "loop/run"}}).exit_code, 3);
    Job job{.words = {"-s", "5000", "-n", "10", "-f", folder / "run"}};
    EXPECT_EQ(run(job).exit_code, 0);
    job.words.emplace_back("--dry-run");
    EXPECT_THAT(run(job).err, HasSubstr("already exists"));
    job.words.emplace_back("--overwrite");
    EXPECT_EQ(run(job).exit_code, 0);
}

TEST(DryRun, OfARunThatIsContinuedReportsWhatIsLeft) {
    const TemporaryFolder folder;
    Job job{.words = {"-e", "20000", "-s", "1", "-n", "100", "-f", folder / "run"}};
    Job begun = job;
    // On a busy machine the start alone may take a second.
    begun.words.insert(begun.words.end(), {"--max-time", "3s"});
    const Outcome outcome = run(begun);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::size_t measured = open_run(folder / "run").description().message_lengths.size();
    ASSERT_GT(measured, 0);
    ASSERT_LT(measured, 20'000);
    job.words.insert(job.words.end(), {"--resume", "--dry-run"});
    EXPECT_THAT(run(job).out, HasSubstr("  " + std::to_string(20'000 - measured) + " lengths from "));

    Job whole{.words = {"-s", "5000", "-n", "10", "--fixed", "-f", folder / "whole", "--resume"}};
    EXPECT_EQ(run(whole).exit_code, 0);
    whole.words.emplace_back("--dry-run");
    EXPECT_THAT(run(whole).out, HasSubstr("nothing is left to measure"));
}

TEST(Summary, IsPrintedOnceAndNamesTheFiles) {
    const TemporaryFolder folder;
    const Outcome outcome = run(Job{.ranks = 3, .words = {"-s", "5000", "-f", folder / "run"}});
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_EQ(outcome.err.find("one_to_one: 3 ranks on 1 host, 2 lengths"),
              outcome.err.rfind("one_to_one: 3 ranks on 1 host, 2 lengths"));
    EXPECT_THAT(outcome.err, HasSubstr("slowest"));
    EXPECT_THAT(outcome.err, HasSubstr("Files: " + (folder / "run").string() + "_{min,average,median"));
}

TEST(Quiet, PrintsNothing) {
    const TemporaryFolder folder;
    const Outcome outcome = run(Job{.words = {"--quiet", "-s", "5000", "-f", folder / "run"}});
    EXPECT_THAT(outcome.out + outcome.err, IsEmpty());
}

TEST(Overwrite, ReplacesTheRunOfBefore) {
    const TemporaryFolder folder;
    EXPECT_EQ(run(Job{.words = {"-s", "5000", "-f", folder / "run"}}).exit_code, 0);
    EXPECT_EQ(
        run(Job{.ranks = 3, .words = {"--lengths", "8", "--overwrite", "-f", folder / "run"}}).exit_code, 0);
    expect_sane_run(folder / "run", Mode::one_to_one, 3, {8}, {12, 100});
}

}  // namespace
}  // namespace fabricmap::testing
