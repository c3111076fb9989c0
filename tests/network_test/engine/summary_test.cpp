// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricmap::network_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

RunDescription run_of_two_hosts() {
    RunDescription run;
    run.mode = Mode::put_one_to_one;
    run.ranks = {{"north", 0}, {"south", 1}};
    return run;
}

std::vector<PlaneDigest> planes_of(const RunDescription& run, std::size_t count, std::uint8_t quality = 0) {
    std::vector<PlaneDigest> planes;
    for (std::size_t k = 0; k < count; ++k) {
        PlaneDigest& plane = planes.emplace_back(static_cast<std::int64_t>(1000 * k));
        const CellStatistics there{.median = 2e-6, .count = 7, .quality = quality};
        const CellStatistics back{.median = 3e-6, .count = 7};
        plane.add_row(0, std::vector{CellStatistics{}, there}, PerRank<RankLocation>(run.ranks));
        plane.add_row(1, std::vector{back, CellStatistics{}}, PerRank<RankLocation>(run.ranks));
    }
    return planes;
}

TEST(SummaryText, NamesModeExtremePairsByHostAndFiles) {
    const RunDescription run = run_of_two_hosts();
    const std::string text = summary_text(run, planes_of(run, 1), {.elapsed_s = 1.0}, {"results/a_min.nc"});
    EXPECT_THAT(text, HasSubstr("put_one_to_one: 2 ranks on 2 hosts, 1 length, 14 samples in 1.0 s"));
    EXPECT_THAT(text, HasSubstr("rank 0 on north → rank 1 on south"));
    EXPECT_THAT(text, HasSubstr("rank 1 on south → rank 0 on north"));
    EXPECT_THAT(text, HasSubstr("between hosts"));
    EXPECT_THAT(text, Not(HasSubstr("within a host")));
    EXPECT_THAT(text, HasSubstr("results/a_min.nc"));
    EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(SummaryText, OfManyLengthsShowsTheFirstTheMiddleAndTheLast) {
    const RunDescription run = run_of_two_hosts();
    const std::string text = summary_text(run, planes_of(run, 9), {.elapsed_s = 1.0}, {});
    for (const char* shown : {" 0 bytes", " 4000 bytes", " 8000 bytes"}) EXPECT_THAT(text, HasSubstr(shown));
    EXPECT_THAT(text, Not(HasSubstr(" 1000 bytes")));
}

TEST(SummaryText, NamesEachDamagedPairAndLength) {
    const RunDescription run = run_of_two_hosts();
    const auto planes = planes_of(run, 2, static_cast<std::uint8_t>(Quality::corrupted));
    const std::string text = summary_text(run, planes, {.elapsed_s = 1.0}, {});
    EXPECT_THAT(text, HasSubstr("damaged: rank 0 on north → rank 1 on south, 0 bytes"));
    EXPECT_THAT(text, HasSubstr("damaged: rank 0 on north → rank 1 on south, 1000 bytes"));
}

TEST(SummaryText, SaysWhereTheHostsClocksAreTooCoarseForBroadcasts) {
    RunDescription run = run_of_two_hosts();
    run.timing = Timing::synchronized;
    // The quickest takes 2 µs: 20 times 100 ns, and less than 20 times 101 ns. The first length is 0.
    run.clock_error_bound_s = 100e-9;
    EXPECT_THAT(summary_text(run, planes_of(run, 3), {.elapsed_s = 1.0}, {}),
                Not(HasSubstr("clocks may differ")));
    run.clock_error_bound_s = 101e-9;
    EXPECT_THAT(
        summary_text(run, planes_of(run, 3), {.elapsed_s = 1.0}, {}),
        HasSubstr(
            "clocks may differ by 101 ns, more than 5 % of the smallest delay between hosts at 2 lengths"));
}

// Each plane of planes_of has one median that is not precise, of 7 samples.
TEST(SummaryText, SaysWhetherSamplesOrTimeWereWantingForPrecision) {
    const RunDescription run = run_of_two_hosts();
    const auto planes = planes_of(run, 2, static_cast<std::uint8_t>(Quality::imprecise));
    const auto text = [&](std::int64_t most, bool fixed = false) {
        return summary_text(run, planes, {.elapsed_s = 1.0, .sampling = {.most = most, .fixed = fixed}}, {});
    };
    EXPECT_THAT(text(7),
                HasSubstr("2 of 4 medians are less precise than 2 %, with all samples that -n allows: "
                          "increase -n, "));
    EXPECT_THAT(text(100), HasSubstr("less precise than 2 %, for lack of time: increase --max-time"));
    EXPECT_THAT(text(7, true), Not(HasSubstr("less precise")));
}

TEST(SummaryText, SaysWhereBothWereWanting) {
    const RunDescription run = run_of_two_hosts();
    PlaneDigest plane(8);
    const auto imprecise = static_cast<std::uint8_t>(Quality::imprecise);
    plane.add_row(0, std::vector{CellStatistics{}, CellStatistics{.count = 7, .quality = imprecise}},
                  PerRank<RankLocation>(run.ranks));
    plane.add_row(1, std::vector{CellStatistics{.count = 5, .quality = imprecise}, CellStatistics{}},
                  PerRank<RankLocation>(run.ranks));
    EXPECT_THAT(summary_text(run, {plane}, {.elapsed_s = 1.0, .sampling = {.most = 7}}, {}),
                HasSubstr("for lack of time or of samples"));
}

TEST(SummaryText, NamesAllFilesInALine) {
    const RunDescription run = run_of_two_hosts();
    const auto text = [&](const std::vector<std::filesystem::path>& paths) {
        return summary_text(run, planes_of(run, 1), {.elapsed_s = 1.0}, paths);
    };
    EXPECT_THAT(text({"r/a_min.nc", "r/a_median.nc", "r/a_max.nc"}),
                HasSubstr("Files: r/a_{min,median,max}.nc\n"));
    EXPECT_THAT(text({"r/a_min.nc", "r/a_median.nc"}), HasSubstr("Files: r/a_{min,median}.nc\n"));
    EXPECT_THAT(text({"a_min_arc.nc", "a_max_arc.nc"}), HasSubstr("Files: a_{min_arc,max_arc}.nc\n"));
    EXPECT_THAT(text({"r/a_min.nc"}), HasSubstr("Files: r/a_min.nc\n"));
    EXPECT_THAT(text({"one", "two"}), HasSubstr("Files: one two\n"));
}

TEST(SummaryText, SaysThatNothingWasLeftToMeasure) {
    EXPECT_EQ(
        summary_text(run_of_two_hosts(), {}, {.elapsed_s = 0.1, .schedule = "  6 rounds\n"}, {"a_min.nc"}),
        "put_one_to_one: 2 ranks on 2 hosts: the run is complete, nothing is left to measure\n");
}

TEST(SummaryText, GivesTheFractionOfNoiseAndTheEmptyEpochWhereTheyAreKnown) {
    RunDescription run = run_of_two_hosts();
    run.noise_fraction = 0.75;
    run.empty_epoch_s = 4e-6;
    const std::string text = summary_text(run, planes_of(run, 1), {.elapsed_s = 0.1}, {});
    EXPECT_THAT(text, HasSubstr("75 %"));
    EXPECT_THAT(text, HasSubstr("4 µs"));
}

}  // namespace
}  // namespace fabricmap::network_test
