// SPDX-License-Identifier: Apache-2.0
// Where the real Open MPI was set to change its protocol, the diagnosis finds that it does.
#include "tests/programs.hpp"
#include "verdict.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <unistd.h>

namespace fabricmap::testing {
namespace {

constexpr int step_bytes = 256;
/// A single sweep proves little: small steps of caches and noise lie within a step of 2048 or 4096 in about
/// one sweep of eight that has no limit there.
constexpr int sweeps = 10;
constexpr int min_that_find_it = 5;
/// The machine is shared with others.
constexpr int tries = 2;

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
    return run(words);
}

class EagerLimit : public ::testing::TestWithParam<int> {
  protected:
    void SetUp() override {
        setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
        setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
        // The C library copies in another way from about 2 KiB on, and the diagnosis finds that as well: it
        // must not stand for the library's limit of 2048.
        setenv("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=1000000", 1);
        if (sysconf(_SC_NPROCESSORS_ONLN) < 2) GTEST_SKIP() << "two ranks need a core each, and there is one";
    }

    [[nodiscard]] Verdict verdict_on_sweep() {
        const Outcome outcome = sweep(GetParam(), folder_ / "run");
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return diagnose(folder_ / "run", {"--only", "thresholds"});
    }

  private:
    TemporaryFolder folder_;
};

TEST_P(EagerLimit, OfSharedMemoryIsFoundWithinAStepOfTheSetting) {
    std::string report;
    for (int attempt = 0; attempt < tries; ++attempt) {
        int found = 0;
        for (int number = 0; number < sweeps && found < min_that_find_it; ++number) {
            const Verdict verdict = verdict_on_sweep();
            // The delay may rise or fall there: which of the two protocols is faster depends on the machine.
            if (has_threshold_near(verdict, GetParam(), step_bytes)) ++found;
            report += thresholds_text(verdict) + '\n';
        }
        if (found >= min_that_find_it) return;
    }
    ADD_FAILURE() << "in fewer than " << min_that_find_it << " of " << sweeps << " sweeps, " << tries
                  << " times; the thresholds of each were\n"
                  << report;
}

INSTANTIATE_TEST_SUITE_P(SetTo, EagerLimit, ::testing::Values(2048, 4096, 20000),
                         [](const auto& tested) { return std::to_string(tested.param); });

}  // namespace
}  // namespace fabricmap::testing
