// SPDX-License-Identifier: Apache-2.0
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using Lengths = std::vector<std::int64_t>;

TEST(Probing, OfAResumedRunIsNotDoneAgain) {
    const TemporaryFolder folder;
    const Job job{.ranks = 3, .words = {"--lengths", "0,probe:1:16", "--resume", "-f", folder / "run"}};
    const Outcome first = run(job);
    ASSERT_EQ(first.exit_code, 0) << first.err;
    EXPECT_THAT(first.err, HasSubstr("within a host: "));
    const Lengths lengths = lengths_of(folder / "run");
    EXPECT_THAT(open_run(folder / "run").description().history, HasSubstr("probed within a host: "));

    const Outcome second = run(job);
    EXPECT_EQ(second.exit_code, 0) << second.err;
    EXPECT_THAT(second.err, HasSubstr("nothing is left to measure"));
    EXPECT_THAT(second.err, Not(HasSubstr("within a host: ")));
    EXPECT_EQ(lengths_of(folder / "run"), lengths);

    Job other = job;
    other.words[1] = "0,probe:1:32";
    const Outcome third = run(other);
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
    ASSERT_EQ(run(job_at(folder / "run")).exit_code, 0);
    expect_refused_at_once(run(job_at(folder / "run")), "already exists");
    expect_refused_at_once(run(job_at(folder / "missing/run")), "no such folder");
    EXPECT_EQ(names_in(folder.path()).size(), all_statistics.size());
}

INSTANTIATE_TEST_SUITE_P(Outputs, ProbingInto, ::testing::Values("plain", "archive"));

TEST(Probing, OfADryRunPrintsTheLengthsAndWritesNothing) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run(Job{.ranks = 4, .words = {"--lengths", "probe:1:8", "--dry-run", "-f", folder / "run"}});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("within a host: "));
    EXPECT_THAT(outcome.out, HasSubstr("--lengths 1,2,3,4,5,6,7,8"));
    EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(Probing, IsThereForEveryModeWithPairs) {
    const TemporaryFolder folder;
    for (const char* mode : {"async_one_to_one", "send_recv_and_recv_send", "test_noise"}) {
        const Outcome outcome = run(Job{.ranks = 3,
                                        .words = {"-t", mode, "--lengths", "probe:1:8", "-n", "12",
                                                  "--shuffle-lengths", "-f", folder / mode}});
        EXPECT_EQ(outcome.exit_code, 0) << mode << outcome.err;
        EXPECT_THAT(lengths_of(folder / mode), IsSupersetOf({1, 2, 3, 4, 5, 6, 7, 8})) << mode;
    }
}

}  // namespace
}  // namespace fabricmap::testing
