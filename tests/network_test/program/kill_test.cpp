// SPDX-License-Identifier: Apache-2.0
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/kills.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace fabricmap::testing {
namespace {

using namespace std::chrono_literals;

constexpr int killed_ranks = 3;
constexpr int killed_samples = 12;
constexpr std::size_t max_planes_before_kill = 5;

std::vector<std::int64_t> planned_lengths() {
    std::vector<std::int64_t> lengths;
    for (std::int64_t length = 0; length < 20'000; length += 1000) lengths.push_back(length);
    return lengths;
}

Job killed_job(const std::filesystem::path& prefix) {
    return {.ranks = killed_ranks,
            .words = {"-t", "one_to_one", "-b", "0", "-e", "20000", "-s", "1000", "-n", "12", "--fixed",
                      "--warm-up", "100", "--resume", "-f", prefix}};
}

/// How many planes there are, each of which must be whole: every pair of it was measured.
std::size_t expect_whole_planes(const std::filesystem::path& prefix) {
    if (!any_file(prefix)) return 0;
    const fabricmap::Run run = open_run(prefix);
    const auto& lengths = run.description().message_lengths;
    const auto planned = planned_lengths();
    EXPECT_LE(lengths.size(), planned.size());
    EXPECT_TRUE(std::equal(lengths.begin(), lengths.end(), planned.begin()));
    for (const Statistic statistic : run.statistics()) {
        for (std::size_t k = 0; k < lengths.size(); ++k) {
            const Matrix plane = run.stack(statistic)->plane(k);
            EXPECT_TRUE(plane.isFinite().all()) << name_of(statistic) << " " << lengths[k];
            if (statistic == Statistic::count) {
                EXPECT_EQ((plane == killed_samples).count(), killed_ranks * (killed_ranks - 1)) << lengths[k];
            }
        }
    }
    return lengths.size();
}

/// Starts the job and kills mpirun or one of its ranks: now and then while it starts, mostly while it
/// measures, for which it takes two seconds more than that however fast the machine is.
void run_until_killed(const std::filesystem::path& prefix, Kills& kills) {
    const bool while_it_starts = kills.number() % 4 == 1;
    Job slow = killed_job(prefix);
    slow.preload = "slow_rank";
    slow.environment = {{"FABRICMAP_SLOW_RANK", "1"}, {"FABRICMAP_SLOW_WHEN", "sends"}};
    Command job(slow.command());
    if (while_it_starts) {
        ASSERT_TRUE(process_of_rank(job, killed_ranks - 1));
        kills.sleep_up_to(300ms);
    } else {
        const std::size_t planes = kills.draw(0, max_planes_before_kill);
        const auto last_file = statistic_path(prefix, Statistic::count);
        ASSERT_TRUE(eventually(
            [&] { return std::filesystem::exists(last_file) && lengths_of(prefix).size() >= planes; }));
        kills.sleep_up_to(100ms);
    }
    kills.kill_one_of(job);
    const bool hangs = job.wait(30s).timed_out;
    // While a job starts, the death of a rank lets mpirun itself hang, once in some hundred times.
    EXPECT_TRUE(!hangs || while_it_starts);
}

TEST(Kill, AtAnyMomentLeavesWholePlanesAndResumeFinishesThem) {
    for (Kills kills({.quick = 3, .whole = 10, .seed = 20261121}); kills.next();) {
        const TemporaryFolder folder;
        run_until_killed(folder / "run", kills);
        const std::size_t planes = expect_whole_planes(folder / "run");
        kills.count(any_file(folder / "run") && planes < planned_lengths().size());
        const Outcome outcome = run(killed_job(folder / "run"));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        expect_sane_run(folder / "run", Mode::one_to_one, killed_ranks, planned_lengths(),
                        {killed_samples, killed_samples});
        EXPECT_EQ(names_in(folder.path()).size(), all_statistics.size()) << "something was left behind";
    }
}

}  // namespace
}  // namespace fabricmap::testing
