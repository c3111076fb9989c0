// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// What is true of a scenario, as JSON in the words of network_diagnose: fabric, classes of pairs with
/// latency and bandwidth, noise, thresholds, faults with hosts, ranks, side, factor and length. SI units.
/// `not_in_it` names the statements that the kind of lab passed over: what they say is null.
[[nodiscard]] std::string ground_truth_text(const Scenario& scenario, std::string_view kind,
                                            const std::vector<std::string_view>& not_in_it);

/// PREFIX_truth.json.
[[nodiscard]] std::filesystem::path ground_truth_path(const std::filesystem::path& prefix);

/// Writes it. Throws FileError.
void write_ground_truth(const Scenario& scenario, std::string_view kind,
                        const std::vector<std::string_view>& not_in_it, const std::filesystem::path& prefix);

}  // namespace fabricmap
