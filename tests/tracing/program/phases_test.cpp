// SPDX-License-Identifier: Apache-2.0
// Phases that a program marks: it prints how long each took by its own clock, without the marks and with
// them.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/views/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace fabricmap::tracing {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFolder;

/// Of two clocks that tell the same time.
constexpr double precision_s = 20e-6;
constexpr int ranks = 2;

/// What lies between the two.
struct Bounds {
    double min_s = 0;
    double max_s = 0;

    void add(const Bounds& other) {
        min_s += other.min_s;
        max_s += other.max_s;
    }
};

void expect_within(double seconds, const Bounds& bounds, const std::string& phase) {
    EXPECT_GE(seconds, bounds.min_s - precision_s) << phase;
    EXPECT_LE(seconds, bounds.max_s + precision_s) << phase;
}

/// Of each rank by phase.
using Seconds = std::map<std::string, std::map<int, Bounds>>;

/// As the program printed them.
Seconds seconds_printed(const std::string& text) {
    Seconds seconds;
    std::istringstream stream(text);
    int rank = 0;
    std::string phase;
    Bounds passed;
    while (stream >> rank >> phase >> passed.min_s >> passed.max_s) {
        std::replace(phase.begin(), phase.end(), '_', ' ');
        seconds[phase][rank].add(passed);
    }
    return seconds;
}

/// By how much the longest of the ranks is above their mean.
double imbalance_of(double longest_s, double sum_s) {
    return longest_s / (sum_s / ranks) - 1;
}

void expect_profile(const std::filesystem::path& folder, const Seconds& expected) {
    SourceLines lines;
    const Profile profile = profile_of(read_recording(folder), lines);
    std::vector<std::string> names;
    for (const PhaseLine& phase : profile.phases) {
        names.push_back(phase.name);
        Bounds sum;
        Bounds longest;
        for (const auto& [rank, seconds] : expected.at(phase.name)) {
            sum.add(seconds);
            longest = {std::max(longest.min_s, seconds.min_s), std::max(longest.max_s, seconds.max_s)};
        }
        expect_within(phase.seconds, sum, phase.name);
        const double precision = 4 * precision_s / (sum.min_s / ranks);
        EXPECT_GE(phase.imbalance, imbalance_of(longest.min_s, sum.max_s) - precision) << phase.name;
        EXPECT_LE(phase.imbalance, imbalance_of(longest.max_s, sum.min_s) + precision) << phase.name;
        EXPECT_EQ(phase.entries, 2U) << phase.name;
    }
    EXPECT_THAT(names, ::testing::ElementsAre("setup", "solve", "inner", "phase 7"));
    const auto shown = testing::run_program("network_trace", {"show", folder});
    EXPECT_THAT(shown.out, HasSubstr("\nsetup "));
}

void expect_regions(const std::filesystem::path& folder, const Seconds& expected) {
    const Operations operations = open_trace(folder);
    EXPECT_TRUE(operations.report.is_clean()) << describe_report(operations.report);
    constexpr auto region = RecordType::region;
    const RecordTable& table = operations.trace[region];
    std::map<std::string, std::map<int, double>> seconds;
    for (std::size_t record = 0; record < table.size(); ++record) {
        const std::string name(operations.trace.text(region, field(region, "name"), record));
        seconds[name][static_cast<int>(table.number(field(region, "process_rank"), record))] +=
            table.number(field(region, "finish_time"), record) -
            table.number(field(region, "start_time"), record);
    }
    ASSERT_EQ(seconds.size(), expected.size());
    for (const auto& [name, of_ranks] : expected) {
        for (const auto& [rank, bounds] : of_ranks) expect_within(seconds[name][rank], bounds, name);
    }
    // What was sent while the recording was off is not there.
    constexpr auto message = RecordType::point_to_point;
    std::map<std::string_view, int> messages;
    for (std::size_t record = 0; record < operations.trace[message].size(); ++record) {
        ++messages[operations.trace.text(message, field(message, "phase"), record)];
    }
    EXPECT_EQ(messages, (std::map<std::string_view, int>{{"solve", ranks}, {"inner", ranks}}));
}

TEST(Phases, HaveTheTimesAndTheImbalanceOfTheProgram) {
    const TemporaryFolder folder;
    const auto outcome = testing::run_traced(ranks, folder / "trace", {testing::traced_program("phases")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Seconds expected = seconds_printed(outcome.out);
    expect_profile(folder / "trace", expected);
    expect_regions(folder / "trace", expected);
}

TEST(Phases, DoNothingInAProgramThatIsNotRecorded) {
    const auto outcome =
        testing::run({MPIEXEC, "--oversubscribe", "-np", "2", testing::traced_program("phases")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

}  // namespace
}  // namespace fabricmap::tracing
