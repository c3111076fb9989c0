// SPDX-License-Identifier: Apache-2.0
#include "job.hpp"
#include "measured.hpp"
#include "netcdf_schema/run_writer.hpp"
#include "tests/netcdf_schema/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using Lengths = std::vector<std::int64_t>;

constexpr std::chrono::seconds probing_limit(150);

/// Two ranks whose library changes its way of sending a little below 10000 bytes.
Job job_with_threshold(std::vector<std::string> words) {
    Job job{.words = std::move(words)};
    job.mpirun_options.insert(job.mpirun_options.end(), {"--mca", "pml", "ob1", "--mca", "btl", "self,vader",
                                                         "--mca", "btl_vader_eager_limit", "10000", "--mca",
                                                         "btl_vader_max_send_size", "65536"});
    return job;
}

Lengths lengths_of(const std::filesystem::path& prefix) {
    return open_run(prefix).description().message_lengths;
}

/// The last length before the greatest fall from byte to byte.
std::int64_t last_before_fall(const std::filesystem::path& prefix) {
    const Run run = open_run(prefix);
    const auto medians = run.stack(Statistic::median);
    const Lengths& lengths = medians->message_lengths();
    const auto delay_s = [&](std::size_t k) { return medians->plane(k)(0, 1) + medians->plane(k)(1, 0); };
    std::size_t steepest = 0;
    for (std::size_t k = 1; k + 1 < lengths.size(); ++k)
        if (delay_s(k) - delay_s(k + 1) > delay_s(steepest) - delay_s(steepest + 1)) steepest = k;
    return lengths[steepest];
}

TEST(Probing, FindsTheByteThatASweepOfEveryByteShows) {
    const TemporaryFolder folder;
    ASSERT_EQ(run(job_with_threshold({"-b", "9930", "-e", "9960", "-s", "1", "-f", folder / "every"}),
                  probing_limit)
                  .exit_code,
              0);
    const std::int64_t before = last_before_fall(folder / "every");
    int found = 0;
    for (int attempt = 0; attempt < 3 && found < 2; ++attempt) {
        const Outcome outcome = run(job_with_threshold({"--lengths", "probe:4K:16K", "-n", "15",
                                                        "--overwrite", "-f", folder / "probed"}),
                                    probing_limit);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const Lengths lengths = lengths_of(folder / "probed");
        EXPECT_THAT(lengths, IsSupersetOf({4096, 4097, 6144, 8191, 8192, 8193, 12'288, 16'383, 16'384}));
        const std::string line = "within a host: from " + std::to_string(before + 1) + " bytes on, −";
        const bool named = outcome.err.find(line) != std::string::npos;
        const bool swept = std::count(lengths.begin(), lengths.end(), before) == 1 &&
                           std::count(lengths.begin(), lengths.end(), before + 1) == 1;
        EXPECT_TRUE(swept || !named) << "a jump that is told must be swept\n" << outcome.err;
        found += named && swept ? 1 : 0;
    }
    EXPECT_EQ(found, 2);
}

TEST(Probing, OfAResumedRunIsNotDoneAgain) {
    const TemporaryFolder folder;
    const Job job{.ranks = 3, .words = {"--lengths", "0,probe:1:16", "--resume", "-f", folder / "run"}};
    const Outcome first = run(job, probing_limit);
    ASSERT_EQ(first.exit_code, 0) << first.err;
    EXPECT_THAT(first.err, HasSubstr("within a host: "));
    const Lengths lengths = lengths_of(folder / "run");
    EXPECT_THAT(open_run(folder / "run").description().history, HasSubstr("probed within a host: "));

    const Outcome second = run(job, probing_limit);
    EXPECT_EQ(second.exit_code, 0) << second.err;
    EXPECT_THAT(second.err, HasSubstr("nothing was left to measure"));
    EXPECT_THAT(second.err, Not(HasSubstr("within a host: ")));
    EXPECT_EQ(lengths_of(folder / "run"), lengths);

    Job other = job;
    other.words[1] = "0,probe:1:32";
    const Outcome third = run(other, probing_limit);
    EXPECT_EQ(third.exit_code, 2);
    EXPECT_THAT(third.err, HasSubstr("other message lengths"));
}

class ProbingInto : public ::testing::TestWithParam<const char*> {
  protected:
    [[nodiscard]] Job job_at(const std::filesystem::path& prefix) const {
        return {.words = {"--lengths", "probe:1:8", "-n", "12", "--output", GetParam(), "-f", prefix}};
    }
    static void expect_refused_at_once(const Outcome& outcome, const std::string& reason) {
        EXPECT_EQ(outcome.exit_code, 3);
        EXPECT_THAT(own_lines(outcome.err), ::testing::ElementsAre(HasSubstr(reason)));
        EXPECT_THAT(outcome.err, Not(HasSubstr("within a host: ")));
    }
};

TEST_P(ProbingInto, BeginsOnlyWhereItsFilesMayBeMade) {
    const TemporaryFolder folder;
    ASSERT_EQ(run(job_at(folder / "run"), probing_limit).exit_code, 0);
    expect_refused_at_once(run(job_at(folder / "run"), probing_limit), "this exists");
    expect_refused_at_once(run(job_at(folder / "missing/run"), probing_limit), "no such folder");
    EXPECT_EQ(names_in(folder.path()).size(), all_statistics.size());
}

INSTANTIATE_TEST_SUITE_P(Outputs, ProbingInto, ::testing::Values("plain", "archive"));

TEST(Probing, OfADryRunPrintsTheLengthsAndWritesNothing) {
    const TemporaryFolder folder;
    const Outcome outcome = run(
        {.ranks = 4, .words = {"--lengths", "probe:1:8", "--dry-run", "-f", folder / "run"}}, probing_limit);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("within a host: "));
    EXPECT_THAT(outcome.out, HasSubstr("--lengths 1,2,3,4,5,6,7,8"));
    EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(Probing, IsThereForEveryModeWithPairs) {
    const TemporaryFolder folder;
    for (const char* mode : {"async_one_to_one", "send_recv_and_recv_send", "test_noise"}) {
        const Outcome outcome = run({.ranks = 3,
                                     .words = {"-t", mode, "--lengths", "probe:1:8", "-n", "12",
                                               "--shuffle-lengths", "-f", folder / mode}},
                                    probing_limit);
        EXPECT_EQ(outcome.exit_code, 0) << mode << outcome.err;
        EXPECT_THAT(lengths_of(folder / mode), IsSupersetOf({1, 2, 3, 4, 5, 6, 7, 8})) << mode;
    }
}

}  // namespace
}  // namespace fabricmap::testing
