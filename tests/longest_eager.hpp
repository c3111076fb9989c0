// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/mpi_job.hpp"

#include <gtest/gtest.h>

namespace fabricmap::testing {

/// The length in bytes of the longest message that MPI sends at once between the two ranks of such a job,
/// whatever else the machine does.
inline std::int64_t longest_eager_bytes(Job job) {
    job.program = LONGEST_EAGER;
    job.words = {"65536"};
    job.preload.clear();
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.exit_code == 0 ? std::stoll(outcome.out) : -1;
}

}  // namespace fabricmap::testing
