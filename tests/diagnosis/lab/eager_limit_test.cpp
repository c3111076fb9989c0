// SPDX-License-Identifier: Apache-2.0
// Where the real Open MPI changes its protocol, the diagnosis finds that it does. By how much that changes a
// delay, and whether it rises or falls, depends on the machine and on who else uses it; so the delays are
// counted, with a handshake that takes as long as a short message.
#include "tests/longest_eager.hpp"
#include "verdict.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

constexpr std::int64_t step_bytes = 256;
constexpr int handshake_us = 10;

/// Two ranks that talk through shared memory.
Job job_with_eager_limit(int bytes) {
    Job job{.preload = "counted_time",
            .environment = {{"FABRICMAP_HANDSHAKE_US", std::to_string(handshake_us)},
                            // Ranks that share a core do not keep it from each other.
                            {"OMPI_MCA_mpi_yield_when_idle", "1"}}};
    job.mpirun_options.insert(
        job.mpirun_options.end(),
        {"--mca", "btl", "vader,self", "--mca", "btl_vader_eager_limit", std::to_string(bytes),
         // Longer messages go through memory in pieces of this size; it must not be below the limit.
         "--mca", "btl_vader_max_send_size", "65536"});
    return job;
}

class EagerLimit : public ::testing::TestWithParam<int> {
  protected:
    /// Of lengths on both sides of the setting, which is one of them.
    [[nodiscard]] Verdict verdict_on_sweep() const {
        Job job = job_with_eager_limit(GetParam());
        const auto around = [](std::int64_t steps) {
            return std::to_string(GetParam() + steps * step_bytes);
        };
        job.words = {"-b", around(-4), "-e",      around(6), "-s", std::to_string(step_bytes),
                     "-n", "10",       "--fixed", "--quiet", "-f", folder_ / "run"};
        const Outcome outcome = run(job);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return diagnose(folder_ / "run", {"--only", "thresholds"});
    }

  private:
    TemporaryFolder folder_;
};

TEST_P(EagerLimit, OfSharedMemoryIsFoundWithinAStepOfTheSetting) {
    const std::int64_t longest_bytes = longest_eager_bytes(job_with_eager_limit(GetParam()));
    // The limit holds for the message with its header.
    ASSERT_LE(longest_bytes, GetParam());
    ASSERT_GT(longest_bytes, GetParam() - step_bytes);

    const Verdict verdict = verdict_on_sweep();
    const auto& thresholds = verdict.report.at("thresholds");
    ASSERT_EQ(thresholds.size(), 1) << thresholds_text(verdict);
    const auto& around = thresholds.front().at("length_bytes");
    const auto before_bytes = around.at(0).get<std::int64_t>();
    const auto after_bytes = around.at(1).get<std::int64_t>();
    EXPECT_EQ(after_bytes - before_bytes, step_bytes);
    EXPECT_LE(before_bytes, longest_bytes);
    EXPECT_GT(after_bytes, longest_bytes);
    EXPECT_NEAR(thresholds.front().at("jump_s").get<double>(), 1e-6 * handshake_us, 0.1e-6 * handshake_us);
}

INSTANTIATE_TEST_SUITE_P(SetTo, EagerLimit, ::testing::Values(2048, 4096, 20'000),
                         [](const auto& tested) { return std::to_string(tested.param); });

}  // namespace
}  // namespace fabricmap::testing
