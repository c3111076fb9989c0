// SPDX-License-Identifier: Apache-2.0
// A program in Fortran, by each of the three interfaces of MPI: its calls are those of the program, at its
// lines.
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/reading/open_trace.hpp"
#include "tracing/views/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace fabricmap::tracing {
namespace {

using testing::TemporaryFolder;

class FortranInterface : public ::testing::TestWithParam<const char*> {};

TEST_P(FortranInterface, IsRecordedAtTheLinesOfTheProgram) {
    const TemporaryFolder folder;
    const auto outcome = testing::run_traced(2, folder / "trace", {testing::traced_program(GetParam())});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    SourceLines lines;
    const Profile profile = profile_of(read_recording(folder / "trace"), lines);
    std::map<std::string, std::uint64_t> calls_at;
    for (const ProfileLine& line : profile.places) calls_at[line.function + ' ' + line.place] = line.calls;
    std::istringstream printed(outcome.out);
    int places = 0;
    for (std::string function, place; printed >> function >> place; ++places) {
        const std::uint64_t expected = function == "MPI_Bcast" ? 2 : 10;
        EXPECT_EQ(calls_at[function + ' ' + place], expected) << function << ' ' << place;
    }
    EXPECT_EQ(places, 3) << outcome.out;
    // The compiler gives some calls that are made by the modules the line of the block that they stand in.
    const auto waits = std::find_if(profile.functions.begin(), profile.functions.end(),
                                    [](const ProfileLine& line) { return line.function == "MPI_Wait"; });
    ASSERT_NE(waits, profile.functions.end());
    EXPECT_EQ(waits->calls, 10U);

    const Operations operations = open_trace(folder / "trace");
    EXPECT_EQ(operations.report.messages, 10U);
    EXPECT_EQ(describe_report(operations.report), "");
}

INSTANTIATE_TEST_SUITE_P(Of, FortranInterface, ::testing::Values("by_header", "by_module", "by_module_f08"),
                         [](const auto& interface) { return std::string(interface.param); });

}  // namespace
}  // namespace fabricmap::tracing
