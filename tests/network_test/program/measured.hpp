// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run.hpp"

#include <filesystem>
#include <vector>

namespace fabricmap::testing {

/// How many samples each pair must have.
struct SamplesExpected {
    int least = 1;
    int most = 1;
};

/// Expects at the prefix a complete run of those lengths whose every cell makes sense: extremes around median
/// and average, counts as expected, delays of a nanosecond to a second, the diagonal measured just where the
/// mode measures it.
void expect_sane_run(const std::filesystem::path& prefix, Mode mode, int ranks,
                     const std::vector<std::int64_t>& lengths, const SamplesExpected& samples);

/// The plane of a statistic at the length.
[[nodiscard]] Matrix plane_at(const Run& run, Statistic statistic, std::int64_t length_bytes);

/// The lengths that were measured, ascending.
[[nodiscard]] std::vector<std::int64_t> lengths_of(const std::filesystem::path& prefix);

}  // namespace fabricmap::testing
