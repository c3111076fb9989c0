// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/temporary_folder.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// What network_diagnose answered about a run.
struct Verdict {
    int exit_code = -1;
    nlohmann::json report;

    /// The finding where it is the only one; otherwise an empty object.
    [[nodiscard]] nlohmann::json only_finding() const;
    /// All findings in one line, for the message of a test that failed.
    [[nodiscard]] std::string findings_text() const;
};

[[nodiscard]] Verdict diagnose(const std::filesystem::path& prefix,
                               const std::vector<std::string>& options = {});

/// Makes a run of the scenario in the folder by network_lab and lets network_diagnose judge it. Expects the
/// run to succeed.
[[nodiscard]] Verdict diagnose_scenario(const TemporaryFolder& folder, const std::string& kind,
                                        const std::string& scenario,
                                        const std::vector<std::string>& tester_options,
                                        const std::vector<std::string>& options = {});

/// Whether a protocol threshold was found within a step of a setting: between two lengths of the sweep of
/// which the second lies at most a step off.
[[nodiscard]] bool has_threshold_near(const Verdict& verdict, std::int64_t setting_bytes,
                                      std::int64_t step_bytes);
/// All thresholds in one line.
[[nodiscard]] std::string thresholds_text(const Verdict& verdict);

}  // namespace fabricmap::testing
