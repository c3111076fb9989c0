// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/detectors/detector.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

// Each pair in a file of its own; the table that calls them is in table.cpp.

[[nodiscard]] std::optional<std::string> missing_whole_sweeps(const Case& subject);
[[nodiscard]] Detection find_failed_pairs(const Case& subject, Residual residual);

[[nodiscard]] std::optional<std::string> missing_switches(const Case& subject);
[[nodiscard]] Detection find_slow_switches(const Case& subject, Residual residual);
[[nodiscard]] Detection find_slow_paths(const Case& subject, Residual residual);

[[nodiscard]] std::optional<std::string> missing_hosts_to_compare(const Case& subject);
[[nodiscard]] Detection find_slow_nodes(const Case& subject, Residual residual);
[[nodiscard]] Detection find_slow_links(const Case& subject, Residual residual);

[[nodiscard]] std::optional<std::string> missing_ranks_to_compare(const Case& subject);
[[nodiscard]] Detection find_slow_ranks(const Case& subject, Residual residual);

[[nodiscard]] std::optional<std::string> missing_directions(const Case& subject);
[[nodiscard]] Detection find_asymmetric_links(const Case& subject, Residual residual);

[[nodiscard]] std::optional<std::string> missing_run_both_ways(const Case& subject);
[[nodiscard]] Detection find_half_duplex_links(const Case& subject, Residual residual);

[[nodiscard]] std::optional<std::string> missing_spreads(const Case& subject);
[[nodiscard]] Detection find_noisy_nodes(const Case& subject, Residual residual);

[[nodiscard]] std::optional<std::string> missing_declaration(const Case& subject);
[[nodiscard]] Detection find_misplaced_hosts(const Case& subject, Residual residual);

}  // namespace fabricmap::diagnosis
