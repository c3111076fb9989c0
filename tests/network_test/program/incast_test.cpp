// SPDX-License-Identifier: Apache-2.0
// Streams into one host, over hosts that an interposed library makes of this one.
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;

/// Four hosts of a rank each.
Job job_into_one(const TemporaryFolder& folder, std::vector<std::string> further) {
    Job job{.ranks = 4,
            .words = {"-t", "incast", "-n", "2", "--warm-up", "0", "-f", folder / "run"},
            .preload = "many_hosts"};
    job.mpirun_options.insert(job.mpirun_options.end(), {"--mca", "mpi_yield_when_idle", "1"});
    job.environment = {{"FABRICMAP_HOSTS", "a b c d"}};
    job.words.insert(job.words.end(), further.begin(), further.end());
    return job;
}

TEST(Incast, MeasuresEachPairAmongSoManySendersAsItsPlaceSays) {
    const TemporaryFolder folder;
    const Outcome outcome = run(job_into_one(folder, {"--lengths", "64K", "--check"}));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const fabricmap::Run measured = open_run(folder / "run");
    const Matrix times = measured.stack(Statistic::median)->plane(0);
    const Matrix counts = measured.stack(Statistic::count)->plane(0);
    for (int sender = 0; sender < 4; ++sender) {
        for (int receiver = 0; receiver < 4; ++receiver) {
            if (sender == receiver) continue;
            EXPECT_GT(times(sender, receiver), 0) << sender << ' ' << receiver;
            EXPECT_EQ(counts(sender, receiver), 2) << sender << ' ' << receiver;
        }
    }
}

TEST(Incast, TakesFixedSamplesAndSeveralHosts) {
    const TemporaryFolder folder;
    EXPECT_THAT(run(job_into_one(folder, {"--lengths", "64K", "--dry-run"})).out,
                HasSubstr("4 hosts, to each in turn from 1, 2, 3 at once"));
    EXPECT_THAT(run(job_into_one(folder, {"--precision", "1%"})).err,
                HasSubstr("--precision: incast takes -n samples; remove it"));
    Job alone = job_into_one(folder, {"--lengths", "1K"});
    alone.environment = {{"FABRICMAP_HOSTS", "a a a a"}};
    const Outcome refused = run(alone);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("-t incast: all ranks are on one host"));
}

}  // namespace
}  // namespace fabricmap::testing
