// SPDX-License-Identifier: Apache-2.0
// Buffers in the memory of devices, which an interposed library plays.
#include "tests/device_job.hpp"
#include "tests/temporary_folder.hpp"
#include "visited.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::vector<std::string> few_visits{"--fixed", "--visits", "1", "--runs", "2", "--check"};

Job device_job(std::vector<std::string> words, const std::filesystem::path& prefix) {
    words.insert(words.end(), few_visits.begin(), few_visits.end());
    words.insert(words.end(), {"--memory", "cuda"});
    return collective_job(3, std::move(words), prefix);
}

TEST(CollectivesInDeviceMemory, AreAllVerified) {
    const TemporaryFolder folder;
    const Outcome outcome = run(with_known_devices(
        device_job({"-t", "all,neighbourhood", "--lengths", "24,64K", "--in-place"}, folder / "run")));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const CollectiveFile file(collectives_path(folder / "run"));
    EXPECT_TRUE(file.run().description.complete);
    // Two lengths of 43 operations, of 14 of which there are calls in place, and the barriers.
    EXPECT_GT(visits_by_cell(file).size(), 2U * 43);
    EXPECT_EQ(file.run().description.memory, message_memory_named("cuda"));
}

TEST(CollectivesInDeviceMemory, ThatIsDamagedAreFound) {
    const TemporaryFolder folder;
    // A page is what the host has of the buffer.
    Job job = with_known_devices(device_job({"-t", "allreduce", "--lengths", "8K"}, folder / "run"));
    job.environment["FABRICMAP_STUB_DAMAGES"] = "8192";
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("--check: allreduce of 8K on 3 ranks: rank 0 received other data"));
}

TEST(CollectivesInDeviceMemory, ThatTheMpiLibraryDoesNotKnowEndTheJobWithOneLine) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run(with_devices(device_job({"-t", "allreduce", "--lengths", "8"}, folder / "run")));
    EXPECT_EQ(exit_code_of_job(outcome), 1) << outcome.err;
    const std::vector<std::string> lines = own_lines(outcome.err);
    ASSERT_EQ(lines.size(), 1U) << outcome.err;
    EXPECT_THAT(lines.front(), AllOf(HasSubstr("rank 0 on "),
                                     HasSubstr(" crashed in the MPI library at 1 KiB of device memory"),
                                     HasSubstr("--memory host")));
}

TEST(CollectivesInDeviceMemory, ThatCrashInOneOperationNameIt) {
    const TemporaryFolder folder;
    Job job =
        with_known_devices(device_job({"-t", "allreduce,iallreduce", "--lengths", "8"}, folder / "run"));
    job.environment["FABRICMAP_STUB_UNKNOWN"] = "1";
    const Outcome outcome = run(job);
    EXPECT_EQ(exit_code_of_job(outcome), 1) << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(" crashed in iallreduce of 8 bytes ("),
                                   HasSubstr("leave it out (-t), start the job with an MPI library")));
}

}  // namespace
}  // namespace fabricmap::testing
