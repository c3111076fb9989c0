// SPDX-License-Identifier: Apache-2.0
// Operations of a trace beside measured ones, both written down.
#include "rules/collectives/better_algorithms.hpp"

#include "netcdf_schema/collectives/collective_run_writer.hpp"
#include "tests/programs.hpp"
#include "tests/rules/causes/written_trace.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace fabricmap::rules {
namespace {

using ::testing::SizeIs;
using testing::WrittenTrace;

constexpr int ranks = 2;
constexpr int times_visited = 12;

/// Visits whose runs take about so long, in microseconds.
void add_visits(MeasuredJob& measured, int algorithm, std::int64_t length, double microseconds) {
    for (int visit = 0; visit < times_visited; ++visit) {
        CollectiveVisit one;
        one.cell.operation = 0;
        one.cell.algorithm = algorithm;
        one.cell.ranks = ranks;
        one.cell.message_length = length;
        one.record_time = 1 + visit;
        const double seconds = microseconds * (1 + 0.001 * visit) * 1e-6;
        const std::size_t runs = 4;
        one.completion.assign(runs, seconds);
        one.longest.assign(runs, seconds);
        one.lateness.assign(runs, 0);
        for (auto* const unknown_times : {&one.init, &one.computed, &one.wait})
            unknown_times->assign(runs, std::numeric_limits<double>::quiet_NaN());
        one.last_rank.assign(runs, 0);
        measured.visits.push_back(one);
    }
}

/// The library's choice takes 10 us, a ring 7, and what is tried besides 12, a little more in each job.
MeasuredCollectives measured_at(std::int64_t length, int jobs = 3) {
    MeasuredCollectives measured;
    measured.label = "rack1";
    for (int job = 0; job < jobs; ++job) {
        MeasuredJob& one = measured.jobs.emplace_back();
        one.run.operations = {"allreduce"};
        one.run.algorithms = {"allreduce/4/ring", "allreduce/1/basic_linear"};
        add_visits(one, no_index, length, 10 + 0.1 * job);
        add_visits(one, 0, length, 7 + 0.07 * job);
        add_visits(one, 1, length, 12);
    }
    return measured;
}

WrittenTrace three_reductions(int bytes) {
    WrittenTrace written(ranks, 100);
    for (int step = 0; step < 3; ++step) {
        const double begin = 10 * step;
        written.operation("MPI_Allreduce", "all-to-all", bytes, {begin, begin + 2}, 1, "a.c:1");
    }
    return written;
}

void write_run_on(const std::string& host, const std::filesystem::path& prefix) {
    CollectiveRun run;
    run.operations = {"allreduce"};
    run.description.ranks = {{host, 0, 0}, {host, 0, 1}};
    CollectiveRunWriter::create(prefix, run, CollectiveRunWriter::Existing::refuse, 1).close();
}

TEST(BetterAlgorithms, OfRunsOnOtherHostsAreNotSought) {
    const testing::TemporaryFolder folder;
    write_run_on("cn1", folder / "first");
    write_run_on("cn1", folder / "second");
    write_run_on("cn2", folder / "other");
    const auto outcome_with = [&](const std::string& last) {
        return testing::run_program(
            "network_rules", {"check", "--trace", std::string(SAMPLES_DIRECTORY) + "/traces/waits.trace",
                              "--collectives", (folder / "first").string() + "," + (folder / last).string()});
    };
    EXPECT_EQ(outcome_with("second").exit_code, 0);
    const testing::Outcome refused = outcome_with("other");
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, ::testing::HasSubstr("other: it was measured on other hosts"));
}

TEST(BetterAlgorithms, OfALengthThatWasMeasuredSayWhatIsToBeGained) {
    const auto compared = compare_collectives(three_reductions(1000).read(), measured_at(1024));
    ASSERT_THAT(compared, SizeIs(1));
    EXPECT_EQ(compared[0].function, "MPI_Allreduce");
    EXPECT_EQ(compared[0].length_bytes, 1024);
    EXPECT_EQ(compared[0].operations, 3U);
    EXPECT_NEAR(compared[0].seconds, 3 * ranks * 1e-3, 1e-9) << "from the last start on";
    EXPECT_EQ(compared[0].algorithm, "4/ring");
    EXPECT_NEAR(compared[0].factor, 0.7, 1e-3);
    EXPECT_NEAR(compared[0].gain, 3 * ranks * 3e-6, 5e-7);
    EXPECT_LT(compared[0].min_gain, compared[0].gain);
    EXPECT_GT(compared[0].max_gain, compared[0].gain);
    EXPECT_EQ(compared[0].setting,
              "--mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_allreduce_algorithm 4");
}

TEST(BetterAlgorithms, OfFewJobsAreCandidates) {
    const auto compared = compare_collectives(three_reductions(1000).read(), measured_at(1024, 2));
    ASSERT_THAT(compared, SizeIs(1));
    EXPECT_EQ(compared[0].algorithm, "");
    EXPECT_EQ(compared[0].candidate, "4/ring");
    EXPECT_EQ(compared[0].gain, 0);
}

TEST(BetterAlgorithms, OfAnotherLengthAreNotKnown) {
    const auto compared = compare_collectives(three_reductions(5000).read(), measured_at(1024));
    ASSERT_THAT(compared, SizeIs(1));
    EXPECT_FALSE(compared[0].is_measured);
    EXPECT_EQ(compared[0].gain, 0);
}

/// In some jobs it takes 9 us, in others 10.2, and the library's choice 10.
TEST(BetterAlgorithms, ThatMayBeNoneAreNotNamed) {
    MeasuredCollectives measured;
    for (int job = 0; job < 4; ++job) {
        MeasuredJob& one = measured.jobs.emplace_back();
        one.run.operations = {"allreduce"};
        one.run.algorithms = {"allreduce/4/ring"};
        add_visits(one, no_index, 1024, 10);
        add_visits(one, 0, 1024, job % 2 == 0 ? 9 : 10.2);
    }
    const auto compared = compare_collectives(three_reductions(1024).read(), measured);
    ASSERT_THAT(compared, SizeIs(1));
    EXPECT_TRUE(compared[0].is_measured);
    EXPECT_EQ(compared[0].algorithm, "");
}

}  // namespace
}  // namespace fabricmap::rules
