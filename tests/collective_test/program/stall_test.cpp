// SPDX-License-Identifier: Apache-2.0
// A rank that now and then stands still for much longer than a slot.
#include "statistics/robust.hpp"
#include "tests/temporary_folder.hpp"
#include "visited.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

namespace fabricmap::testing {
namespace {

constexpr double stall_s = 3e-3;

/// Of an allreduce before which a rank stands still now and then.
Job stalled_job(int ranks, const std::string& every, const std::filesystem::path& prefix) {
    Job job =
        collective_job(ranks, {"-t", "allreduce", "--lengths", "1K", "--visits", "12", "--fixed"}, prefix);
    job.preload = "stalled_call";
    job.environment = {{"FABRICMAP_STALL_RANK", "1"}, {"FABRICMAP_STALL_EVERY", every}};
    return job;
}

/// The times of the sweep that count, where a rank stands still before each twentieth call.
std::vector<double> times_with_stalls(int ranks, const std::vector<std::string>& method) {
    const TemporaryFolder folder;
    Job job = stalled_job(ranks, "20", folder / "run");
    job.words.insert(job.words.end(), method.begin(), method.end());
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const CollectiveFile file(collectives_path(folder / "run"));
    std::vector<double> times;
    for (const CollectiveVisit& visit : visits_of(file, VisitPurpose::sweep)) {
        const std::vector<double>& of_visit = counted_times(visit, file.run().timing);
        times.insert(times.end(), of_visit.begin(), of_visit.end());
    }
    return times;
}

TEST(Stalls, InMostStartsAreSaidOnceAndEndMeasurementsEarly) {
    const TemporaryFolder folder;
    const Outcome outcome = run(stalled_job(2, "4", folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto said = outcome.err.find("the machine is busy: ");
    ASSERT_NE(said, std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("the machine is busy: ", said + 1), std::string::npos) << outcome.err;
    for (const CollectiveVisit& visit :
         visits_of(CollectiveFile(collectives_path(folder / "run")), VisitPurpose::sweep)) {
        EXPECT_GE(visit.completion.size(), 1U);
        EXPECT_LT(visit.completion.size(), 16U);
    }
}

class Stall : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(Stall, CountsOnceAndNoRunThatComesBehindIt) {
    for (const int ranks : {2, 4}) {
        const std::vector<double> times = times_with_stalls(ranks, GetParam());
        // Where others take the cores, measurements have fewer runs.
        ASSERT_GE(times.size(), 12U * 2);
        ASSERT_LE(times.size(), 12U * 16);
        const auto stalled =
            std::count_if(times.begin(), times.end(), [](double time) { return time > stall_s / 2; });
        // Each twentieth stands still, and others may take the core; backlog made it more than half.
        EXPECT_GE(stalled, 1) << ranks;
        EXPECT_LE(4 * stalled, std::ssize(times)) << ranks;
    }
}

INSTANTIATE_TEST_SUITE_P(EachStart, Stall,
                         ::testing::Values(std::vector<std::string>{},
                                           std::vector<std::string>{"--timing", "max"},
                                           std::vector<std::string>{"--start", "barrier"}));

}  // namespace
}  // namespace fabricmap::testing
