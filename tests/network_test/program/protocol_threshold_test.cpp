// SPDX-License-Identifier: Apache-2.0
// Where the real Open MPI changes its protocol, --lengths probe finds the byte. Delays are counted: measured
// ones jump there by a few hundred nanoseconds or not at all, up or down, as the machine and the cores are
// that a job gets.
#include "measured.hpp"
#include "tests/longest_eager.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

TEST(Probing, FindsTheByteAtWhichTheProtocolChanges) {
    const TemporaryFolder folder;
    Job job{.words = {"--lengths", "probe:4K:16K", "-n", "15", "-f", folder / "run"},
            .preload = "counted_time",
            .environment = {{"FABRICMAP_HANDSHAKE_US", "5"},
                            // Ranks that share a core do not keep it from each other.
                            {"OMPI_MCA_mpi_yield_when_idle", "1"}}};
    // A little below 10000 bytes.
    job.mpirun_options.insert(job.mpirun_options.end(), {"--mca", "btl_vader_eager_limit", "10000", "--mca",
                                                         "btl_vader_max_send_size", "65536"});
    const std::int64_t longest_bytes = longest_eager_bytes(job);
    ASSERT_GT(longest_bytes, 9728);
    ASSERT_LE(longest_bytes, 10'000);

    const Outcome outcome = run(job);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(fmt::format("within a host: from {} bytes on, +", longest_bytes + 1)));
    const std::vector<std::int64_t> lengths = lengths_of(folder / "run");
    EXPECT_THAT(lengths, IsSupersetOf({4096, 4097, 6144, 8191, 8192, 8193, 12'288, 16'383, 16'384}));
    EXPECT_THAT(lengths, IsSupersetOf({longest_bytes, longest_bytes + 1}))
        << "a jump that is told must be swept";
}

}  // namespace
}  // namespace fabricmap::testing
