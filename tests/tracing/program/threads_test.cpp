// SPDX-License-Identifier: Apache-2.0
// Threads that come and go.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/views/profile.hpp"

#include <gtest/gtest.h>

namespace fabricmap::tracing {
namespace {

using testing::Outcome;
using testing::TemporaryFolder;
using testing::traced_program;

constexpr std::uint64_t messages_of_program = 4000;

TEST(Threads, TakeLittleMemoryAndLoseNoCall) {
    const TemporaryFolder folder;
    const Outcome bare =
        testing::run({MPIEXEC, "--oversubscribe", "-np", "1", traced_program("short_threads")});
    ASSERT_EQ(bare.exit_code, 0) << bare.err;
    const Outcome recorded = testing::run_traced(1, folder / "trace", {traced_program("short_threads")});
    ASSERT_EQ(recorded.exit_code, 0) << recorded.err;
    EXPECT_LT(std::stod(recorded.out), 1.2 * std::stod(bare.out) + 64 * 1024);
    const Recording recording = read_recording(folder / "trace");
    SourceLines lines;
    const Profile profile = profile_of(recording, lines);
    EXPECT_EQ(profile.calls, messages_of_program + 2);
    EXPECT_EQ(profile.damaged_threads, 0U);
    // Those that follow each other are one sequence.
    EXPECT_LE(recording.ranks.at(0).threads.size(), 1002U);
}

}  // namespace
}  // namespace fabricmap::tracing
