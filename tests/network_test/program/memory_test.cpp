// SPDX-License-Identifier: Apache-2.0
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>

namespace fabricmap::testing {
namespace {

/// The most memory that any rank of the job had, in KiB.
double peak_kib(Job job, const TemporaryFolder& folder) {
    const auto peaks = folder / "peaks";
    std::filesystem::remove(peaks);
    job.preload = "peak_memory";
    job.environment = {{"FABRICMAP_PEAKS", peaks}};
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::ifstream file(peaks);
    double largest = 0;
    int ranks = 0;
    for (double kibibytes = 0; file >> kibibytes; ++ranks) largest = std::max(largest, kibibytes);
    EXPECT_EQ(ranks, job.ranks);
    return largest;
}

// The MPI library's own memory grows with the ranks as well, so that a job which does nothing but connect
// them is measured beside the tester's.
TEST(Memory, PerRankGrowsAtMostLinearlyWithTheRanks) {
    const TemporaryFolder folder;
    std::map<int, double> tester;
    std::map<int, double> own;
    for (const int ranks : {2, 8, 32}) {
        Job job{.ranks = ranks, .words = {"--lengths", "0,8", "-n", "3", "--fixed", "--warm-up", "0"}};
        job.words.insert(job.words.end(), {"--quiet", "--overwrite", "-f", folder / "run"});
        tester[ranks] = peak_kib(job, folder);
        const double bare = peak_kib({.ranks = ranks, .program = BARE_JOB}, folder);
        own[ranks] = tester[ranks] - bare;
        std::printf("%2d ranks: %.0f KiB a rank, %.0f without the tester\n", ranks, tester[ranks], bare);
    }
    constexpr double slack_kib = 2048;
    const double per_rank = std::max(0.0, (tester[8] - tester[2]) / 6);
    EXPECT_LE(tester[32], tester[8] + 24 * per_rank + slack_kib);
    // A rank knows a few hundred bytes of each other one; what the MPI library holds for messages that flow
    // between two ranks, and a bare job never sends, comes to about 100 KiB.
    constexpr double max_per_rank_kib = 200;
    EXPECT_LE(own[32], own[2] + 30 * max_per_rank_kib + slack_kib);
}

}  // namespace
}  // namespace fabricmap::testing
