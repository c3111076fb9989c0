// SPDX-License-Identifier: Apache-2.0
// A kill at any moment, while planes are written, ranges end or all are joined, loses no committed plane.
#include "clusterizer/growing_archive.hpp"
#include "feeding.hpp"
#include "netcdf_schema/archive/archive_writer.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/netcdf_schema/memory_stack.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <random>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fabricmap::clusterizer {
namespace {

using std::chrono::microseconds;
using testing::TemporaryFolder;

constexpr int kills = 60;
const std::string source =
    "synthetic:fat-tree,hosts=8,leaf=4,ranks-per-host=2;noise,1%;sweep,lengths=count:12";

Growth small_growth() {
    Growth growth;
    growth.max_plain_planes = 4;
    return growth;
}

/// Begins the run or continues it, and says through the pipe how many planes are committed: after each, and
/// before they are joined.
void measure(const std::filesystem::path& prefix, const fabricmap::Run& run, int pipe_end) {
    const auto found = describe_parts_for_resume(prefix);
    GrowingArchive archive = found ? GrowingArchive::resume(prefix, *found, small_growth())
                                   : GrowingArchive::create(prefix, testing::as_planned(run),
                                                            RunWriter::Existing::refuse, small_growth());
    if (found && found->complete) return;
    const auto tell = [&] {
        const auto committed = static_cast<unsigned char>(archive.complete_lengths().size());
        if (write(pipe_end, &committed, 1) != 1) _exit(2);
    };
    testing::feed(archive, run, run.description().message_lengths.size(), tell);
    tell();
    archive.finish("2024-05-16T11:00:00Z");
}

struct Killed {
    std::size_t committed = 0;  ///< the last number that came through the pipe
    bool killed = false;
    bool failed = false;
};

/// Kills it so long after it has said something so many times, however slow the machine is.
Killed measure_until_killed(const std::filesystem::path& prefix, const fabricmap::Run& run, int told,
                            microseconds then) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    const pid_t child = fork();
    if (child == 0) {
        try {
            measure(prefix, run, ends[1]);
        } catch (...) {
            _exit(1);
        }
        _exit(0);
    }
    close(ends[1]);
    Killed outcome;
    unsigned char committed = 0;
    for (int times = 0; times < told && read(ends[0], &committed, 1) == 1; ++times)
        outcome.committed = committed;
    std::this_thread::sleep_for(then);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    while (read(ends[0], &committed, 1) == 1) outcome.committed = committed;
    close(ends[0]);
    outcome.killed = WIFSIGNALED(status);
    outcome.failed = WIFEXITED(status) && WEXITSTATUS(status) != 0;
    return outcome;
}

/// Whether a run stands there that a reader is to open.
bool is_there(const std::filesystem::path& prefix) {
    return describe_parts_for_resume(prefix).has_value();
}

/// How many planes are shown; a failure of the test where one of them is wrong.
std::size_t check_planes(const std::filesystem::path& prefix, const fabricmap::Run& run) {
    if (!is_there(prefix)) return 0;
    const auto found = open_run(prefix);
    const auto& lengths = found.description().message_lengths;
    EXPECT_LE(lengths.size(), run.description().message_lengths.size());
    EXPECT_EQ(found.statistics().size(), all_statistics.size());
    for (const Statistic statistic : found.statistics()) {
        for (std::size_t k = 0; k < lengths.size(); ++k) {
            EXPECT_EQ(lengths[k], run.description().message_lengths[k]);
            const Matrix stored = found.stack(statistic)->plane(k);
            const Matrix fed = run.stack(statistic)->plane(k);
            // Extremes and deviations of the samples scatter widely within their clusters.
            const double bound = statistic == Statistic::median ? 0.15 : 1;
            EXPECT_LE(((stored - fed).abs() - bound * fed).maxCoeff(), 0) << name_of(statistic) << " " << k;
        }
    }
    return lengths.size();
}

/// How long it takes to measure, in microseconds, after what is prepared: the shortest of a few times. Others
/// use this disk, and kills that are drawn from a long one come too late.
template <typename Prepare>
std::int64_t shortest_duration(const fabricmap::Run& run, const Prepare& prepare) {
    microseconds shortest = microseconds::max();
    for (int again = 0; again < 3; ++again) {
        const TemporaryFolder folder;
        prepare(folder / "run");
        const int nobody = open("/dev/null", O_WRONLY | O_CLOEXEC);
        const auto begin = std::chrono::steady_clock::now();
        measure(folder / "run", run, nobody);
        const auto taken = std::chrono::steady_clock::now() - begin;
        close(nobody);
        shortest = std::min(shortest, std::chrono::duration_cast<microseconds>(taken));
    }
    return shortest.count();
}

TEST(GrowingArchiveKill, AtAnyMomentLeavesEveryCommittedPlaneAndResumeEndsTheRun) {
    const auto run = testing::in_memory(open_run(source));
    const std::int64_t longest = shortest_duration(run, [](const auto& /*prefix*/) {});
    std::mt19937 random(20261122);
    int killed_within = 0;
    int ended = 0;
    auto folder = std::make_unique<TemporaryFolder>();
    std::size_t before = 0;
    for (int attempt = 0; attempt < kills; ++attempt) {
        SCOPED_TRACE(attempt);
        const std::filesystem::path prefix = *folder / "run";
        const int told = std::uniform_int_distribution(0, 3)(random);
        const microseconds then(std::uniform_int_distribution<std::int64_t>(0, longest / 4)(random));
        const Killed outcome = measure_until_killed(prefix, run, told, then);
        ASSERT_FALSE(outcome.failed);
        const std::size_t planes = check_planes(prefix, run);
        EXPECT_GE(planes, std::max(before, outcome.committed));
        killed_within += outcome.killed ? 1 : 0;
        before = planes;
        if (!is_there(prefix) || !describe_parts_for_resume(prefix)->complete || holds_parts(prefix))
            continue;
        ++ended;
        EXPECT_EQ(planes, run.description().message_lengths.size());
        folder = std::make_unique<TemporaryFolder>();
        before = 0;
    }
    std::printf("%d of %d kills hit a writer, %d runs came to their end\n", killed_within, kills, ended);
    EXPECT_GT(killed_within, kills / 4) << "too few kills hit a running writer to say anything";
    EXPECT_GT(ended, 0) << "no run was ever brought to its end by resuming";
}

TEST(GrowingArchiveKill, WithinTheJoiningIsMadeGoodByResuming) {
    const auto run = testing::in_memory(open_run(source));
    // All that is left to do is to join.
    const auto measure_all = [&](const std::filesystem::path& prefix) {
        GrowingArchive archive = GrowingArchive::create(prefix, testing::as_planned(run),
                                                        RunWriter::Existing::refuse, small_growth());
        testing::feed(archive, run, run.description().message_lengths.size());
    };
    const std::int64_t longest = shortest_duration(run, measure_all);
    std::mt19937 random(5);
    int within = 0;
    for (int attempt = 0; attempt < 25; ++attempt) {
        SCOPED_TRACE(attempt);
        const TemporaryFolder folder;
        const std::filesystem::path prefix = folder / "run";
        measure_all(prefix);
        const microseconds then(std::uniform_int_distribution<std::int64_t>(0, longest)(random));
        const Killed outcome = measure_until_killed(prefix, run, 1, then);
        ASSERT_FALSE(outcome.failed);
        within += holds_parts(prefix) && describe_parts_for_resume(prefix)->complete ? 1 : 0;
        EXPECT_EQ(check_planes(prefix, run), run.description().message_lengths.size());
        const GrowingArchive resumed =
            GrowingArchive::resume(prefix, *describe_parts_for_resume(prefix), small_growth());
        EXPECT_EQ(resumed.complete_lengths(), run.description().message_lengths);
        EXPECT_EQ(check_planes(prefix, run), run.description().message_lengths.size());
    }
    std::printf("%d of 25 kills hit the joining\n", within);
    EXPECT_GT(within, 2) << "too few kills hit the joining to say anything";
}

}  // namespace
}  // namespace fabricmap::clusterizer
