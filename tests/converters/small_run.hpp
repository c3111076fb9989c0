// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/run/run.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace fabricmap::testing {

/// Two ranks on the hosts `alpha` and `be,"ta"`, one after the other at each length. The median from 0 to 1
/// is 1.5 µs and from 1 to 0 it is 2.25 µs at the first length, and twice, three times ... that at those
/// after it. Minimum: half of the median. Average: the median. Maximum: twice. Deviation: a quarter.
/// Count: 10.
struct SmallRun {
    Mode mode = Mode::one_to_one;
    std::vector<std::int64_t> lengths{0, 65536};
    /// At the second length the pair (0,1) was not measured.
    bool with_missing_pair = false;
};

void write_small_run(const std::filesystem::path& prefix, const SmallRun& run);

/// Whether every statistic of `expected` is in `actual`, with the same numbers at the same lengths (NaN
/// equals NaN), each within a share of `tolerance`.
void expect_same_values(const Run& actual, const Run& expected, double tolerance = 0);

}  // namespace fabricmap::testing
