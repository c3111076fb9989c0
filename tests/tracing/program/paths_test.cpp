// SPDX-License-Identifier: Apache-2.0
// The calls above those of MPI: a program that knows from where its one line is reached.
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
using ::testing::Not;
using testing::TemporaryFolder;

testing::Outcome run_paths(const std::filesystem::path& folder, const std::vector<std::string>& options = {},
                           const std::string& late_ms = "10") {
    return testing::run_traced(2, folder, {testing::traced_program("paths"), late_ms}, options);
}

std::string shown(const std::filesystem::path& folder) {
    const auto outcome = testing::run({NETWORK_TRACE, "show", folder.string()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
}

/// "solver" of "solver (paths.c:30)".
std::string function_in(std::string_view caller) {
    return std::string(caller.substr(0, caller.find(' ')));
}

TEST(Paths, TellFromWhereALineIsReached) {
    const TemporaryFolder folder;
    const auto outcome = run_paths(folder / "trace");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Operations operations = open_trace(folder / "trace");
    constexpr auto type = RecordType::collective;
    const RecordTable& table = operations.trace[type];
    std::map<std::string, int> reached;
    for (std::size_t record = 0; record < table.size(); ++record) {
        if (table.number(field(type, "process_rank"), record) != 0) continue;
        if (operations.trace.text(type, field(type, "op_name"), record) != "MPI_Barrier") continue;
        ++reached[function_in(operations.trace.text(type, field(type, "caller"), record))];
    }
    std::istringstream expected(outcome.out);
    int counted = 0;
    // The recursion's calls are made by output, too.
    for (auto [name, count] = std::pair<std::string, int>(); expected >> name >> count; ++counted) {
        if (name == "recursion") continue;
        EXPECT_EQ(reached[name], name == "output" ? count + 3 : count) << name;
    }
    EXPECT_EQ(counted, 5) << outcome.out;
    EXPECT_EQ(reached.size(), 4U);
}

TEST(Paths, AreShownBelowThePlaceThatTheyLeadTo) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_paths(folder / "trace").exit_code, 0);
    const std::string text = shown(folder / "trace");
    const std::size_t place = text.find("paths.c:17  MPI_Barrier");
    ASSERT_NE(place, std::string::npos) << text;
    EXPECT_NE(text.find("  from solver (paths.c:30)", place), std::string::npos) << text;
    SourceLines lines;
    const Profile profile = profile_of(read_recording(folder / "trace"), lines);
    const auto line = std::find_if(profile.places.begin(), profile.places.end(),
                                   [](const ProfileLine& one) { return one.place == "paths.c:17"; });
    ASSERT_NE(line, profile.places.end());
    std::map<std::string, std::uint64_t> calls;
    for (const CallerLine& caller : line->callers) calls[function_in(caller.callers)] += caller.calls;
    const std::map<std::string, std::uint64_t> expected{{"solver", 2 * 30},
                                                        {"output", 2 * (30 + 3)},
                                                        {"frame_of_many_sizes", 2 * 30},
                                                        {"thread_of_its_own", 2 * 2}};
    EXPECT_EQ(calls, expected);
    EXPECT_EQ(line->calls, 2 * (30 + 30 + 3 + 30 + 2U));
    EXPECT_TRUE(
        std::is_sorted(line->callers.begin(), line->callers.end(),
                       [](const CallerLine& x, const CallerLine& y) { return x.seconds > y.seconds; }));
}

TEST(Paths, AreNotLookedForWhereTheyAreTurnedOff) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_paths(folder / "trace", {"--paths", "0"}).exit_code, 0);
    EXPECT_THAT(shown(folder / "trace"), Not(HasSubstr("  from ")));
    const Operations operations = open_trace(folder / "trace");
    EXPECT_FALSE(operations.trace[RecordType::collective].has(field(RecordType::collective, "caller")));
    const auto refused = run_paths(folder / "other", {"--paths", "65"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("--paths 65: at most 64"));
}

TEST(Comparison, ShowsWhatHasChangedBetweenTwoRuns) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_paths(folder / "before").exit_code, 0);
    ASSERT_EQ(run_paths(folder / "now", {}, "40").exit_code, 0);
    const auto outcome =
        testing::run({NETWORK_TRACE, "show", (folder / "before").string(), (folder / "now").string()});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    // Thirty times 30 ms more, where rank 0 waits for rank 1; the rest of the program is the same.
    std::istringstream text(outcome.out.substr(outcome.out.find("\nPLACE")));
    std::string line;
    for (int number = 0; number < 3; ++number) std::getline(text, line);
    EXPECT_THAT(line, HasSubstr("paths.c:17  MPI_Barrier")) << outcome.out;
    std::istringstream words(line);
    std::string place;
    std::string function;
    std::uint64_t calls_before = 0;
    std::uint64_t calls_now = 0;
    words >> place >> function >> calls_before >> calls_now;
    EXPECT_EQ(calls_before, 190U);
    EXPECT_EQ(calls_now, 190U);
    EXPECT_THAT(line, HasSubstr(" +")) << outcome.out;
    const auto refused = testing::run({NETWORK_TRACE, "show", "one", "two", "three"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("network_trace show EARLIER LATER"));
}

}  // namespace
}  // namespace fabricmap::tracing
