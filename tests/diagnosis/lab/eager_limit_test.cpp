// SPDX-License-Identifier: Apache-2.0
// Where the real Open MPI was told to change its protocol, the diagnosis finds that it does.
#include "tests/programs.hpp"
#include "verdict.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <unistd.h>

namespace fabricmap::testing {
namespace {

constexpr int step_bytes = 256;
/// Nine of ten sweeps find it on a quiet machine; this one is shared with others.
constexpr int tries = 3;

/// Two ranks that talk through shared memory, each on a core of its own, so that the scheduler moves neither.
std::vector<std::string> job(int eager_limit_bytes) {
    const std::string eager_limit = std::to_string(eager_limit_bytes);
    return {MPIEXEC, "--oversubscribe", "--bind-to", "core", "-np", "2", "--mca", "btl", "vader,self",
            "--mca", "pml", "ob1", "--mca", "btl_vader_eager_limit", eager_limit,
            // Longer messages go through memory in pieces of this size; it must not be below the limit.
            "--mca", "btl_vader_max_send_size", "65536"};
}

Outcome sweep(int eager_limit_bytes, const std::string& prefix) {
    std::vector<std::string> words = job(eager_limit_bytes);
    words.insert(words.end(), {std::string(PROGRAMS) + "/network_test", "-f", prefix, "-b", "0", "-e",
                               std::to_string(2 * eager_limit_bytes + 8192), "-s", std::to_string(step_bytes),
                               "--overwrite", "--quiet"});
    return run(words, std::chrono::seconds(30));
}

class EagerLimit : public ::testing::TestWithParam<int> {
  protected:
    void SetUp() override {
        setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
        setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
        if (sysconf(_SC_NPROCESSORS_ONLN) < 2) GTEST_SKIP() << "two ranks need a core each, and there is one";
    }
};

TEST_P(EagerLimit, OfSharedMemoryIsFoundWithinAStepOfTheSetting) {
    const TemporaryFolder folder;
    std::string found;
    for (int attempt = 0; attempt < tries; ++attempt) {
        const Outcome outcome = sweep(GetParam(), folder / "run");
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const Verdict verdict = diagnose(folder / "run", {"--only", "thresholds"});
        // The delay may rise or fall there: which of the two protocols is faster depends on the machine.
        if (has_threshold_near(verdict, GetParam(), step_bytes)) return;
        found += fmt::format("sweep {}: {}\n", attempt, thresholds_text(verdict));
    }
    ADD_FAILURE() << "in none of " << tries << " sweeps; found were\n" << found;
}

INSTANTIATE_TEST_SUITE_P(SetTo, EagerLimit, ::testing::Values(2048, 4096, 20000),
                         [](const auto& tested) { return std::to_string(tested.param); });

}  // namespace
}  // namespace fabricmap::testing
