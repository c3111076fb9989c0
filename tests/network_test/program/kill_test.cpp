// SPDX-License-Identifier: Apache-2.0
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <random>
#include <thread>

namespace fabricmap::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int killed_ranks = 3;
constexpr int killed_samples = 12;
const std::vector<std::string> words{"-b", "0",  "-e",      "20000",     "-s",  "1000",
                                     "-n", "12", "--fixed", "--warm-up", "100", "--resume"};

std::vector<std::int64_t> planned_lengths() {
    std::vector<std::int64_t> lengths;
    for (std::int64_t length = 0; length < 20'000; length += 1000) lengths.push_back(length);
    return lengths;
}

Job killed_job(const std::filesystem::path& prefix, const std::string& mode) {
    Job job{.ranks = killed_ranks, .words = words};
    job.words.insert(job.words.end(), {"-t", mode, "-f", prefix});
    return job;
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

int kills_wanted() {
    const char* const text = std::getenv("FABRICMAP_KILLS");
    return text == nullptr ? 10 : std::atoi(text);  // NOLINT(bugprone-unchecked-string-to-number-conversion)
}

/// Kills mpirun or one of its ranks.
void kill_something(const Command& command, std::mt19937& random) {
    std::vector<pid_t> targets = command.children();
    targets.push_back(command.pid());
    kill(targets[std::uniform_int_distribution<std::size_t>(0, targets.size() - 1)(random)], SIGKILL);
}

/// When an unbroken run makes its first file, and when it ends, in seconds from its start.
struct Course {
    double first_file_s;
    double end_s;
};

Course course_of_an_unbroken_run() {
    const TemporaryFolder folder;
    Command command(killed_job(folder / "run", "one_to_one").command());
    const double first_file_s = seconds_until_files(folder / "run");
    const Outcome outcome = command.wait();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(expect_whole_planes(folder / "run"), planned_lengths().size());
    return {first_file_s, outcome.took.count()};
}

/// Starts the run and kills it at a random moment: of the whole job now and then, mostly of its measuring.
void run_until_killed(const std::filesystem::path& prefix, const Course& course, bool at_any_time,
                      std::mt19937& random) {
    Command command(killed_job(prefix, "one_to_one").command());
    if (!at_any_time) (void)seconds_until_files(prefix);
    const double longest_s = at_any_time ? course.end_s : course.end_s - course.first_file_s;
    std::this_thread::sleep_for(
        std::chrono::duration<double>(std::uniform_real_distribution(0.0, longest_s)(random)));
    kill_something(command, random);
    const bool hangs = command.wait(seconds(30)).timed_out;
    // While a job starts, the death of a rank lets mpirun itself hang, once in some hundred times.
    EXPECT_TRUE(!hangs || at_any_time);
}

/// The quicker of a few: one that others on this machine held up would let most kills come too late.
Course usual_course() {
    Course quickest = course_of_an_unbroken_run();
    for (int again = 0; again < 2; ++again) {
        const Course course = course_of_an_unbroken_run();
        if (course.end_s < quickest.end_s) quickest = course;
    }
    return quickest;
}

TEST(Kill, AtAnyMomentLeavesWholePlanesAndResumeFinishesThem) {
    const Course course = usual_course();
    std::mt19937 random(20261121);
    int within = 0;
    for (int attempt = 0; attempt < kills_wanted(); ++attempt) {
        SCOPED_TRACE(attempt);
        const TemporaryFolder folder;
        run_until_killed(folder / "run", course, attempt % 4 == 0, random);
        const std::size_t planes = expect_whole_planes(folder / "run");
        within += any_file(folder / "run") && planes < planned_lengths().size() ? 1 : 0;
        const Outcome outcome = run(killed_job(folder / "run", "one_to_one"));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        expect_sane_run(folder / "run", Mode::one_to_one, killed_ranks, planned_lengths(),
                        {killed_samples, killed_samples});
        EXPECT_EQ(names_in(folder.path()).size(), all_statistics.size()) << "something was left behind";
    }
    std::printf("%d of %d kills hit a run that had files and was not complete\n", within, kills_wanted());
    EXPECT_GE(within, kills_wanted() / 4) << "too few kills hit a measurement to say anything";
}

}  // namespace
}  // namespace fabricmap::testing
