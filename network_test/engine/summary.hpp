// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run_description.hpp"
#include "network_test/engine/plane_digest.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// What is printed at the end: for a few lengths the medians per class and the extreme pairs by host name,
/// what arrived damaged, and where the files are.
[[nodiscard]] std::string summary_text(const RunDescription& run, const std::vector<PlaneDigest>& planes,
                                       double elapsed_s, const std::vector<std::filesystem::path>& paths);

}  // namespace fabricmap::network_test
