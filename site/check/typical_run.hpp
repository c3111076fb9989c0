// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json_values.hpp"
#include "site/store/check_record.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::site {

/// The runs of a check, each diagnosed by itself.
struct JudgedApart {
    std::vector<std::string> runs;  ///< names; the one with a number of faults in the middle first
    Json typical;                   ///< the diagnosis of that one
    /// Faults of other runs in parts that are none in the typical one: what disturbed one run of three.
    std::vector<FindingRecord> passing;
};

/// Of several runs network_diagnose judges the parts by the first, so that this must not be the one that was
/// disturbed.
[[nodiscard]] JudgedApart judge_apart(const std::vector<std::string>& runs,
                                      const std::filesystem::path& folder);

}  // namespace fabricmap::site
