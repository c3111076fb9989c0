// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/sampling/sampling_plan.hpp"
#include "netcdf_schema/run/run_description.hpp"
#include "network_test/engine/plane_digest.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// Facts about a finished sweep.
struct SweepAccount {
    double elapsed_s = 0;
    std::size_t lengths_left_out = 0;  ///< because the time had run out
    std::string schedule{};            ///< whole lines
    SamplingRule sampling{};
};

/// What is printed at the end: for a few lengths the medians per class and the extreme pairs by host name,
/// what was left out and arrived damaged, and where the files are.
[[nodiscard]] std::string summary_text(const RunDescription& run, const std::vector<PlaneDigest>& planes,
                                       const SweepAccount& account,
                                       const std::vector<std::filesystem::path>& paths);

}  // namespace fabricmap::network_test
