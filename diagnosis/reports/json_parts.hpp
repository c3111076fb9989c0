// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/diagnosis.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace fabricmap::diagnosis {

using Json = nlohmann::ordered_json;

/// The number, or null where it is not finite.
[[nodiscard]] Json number(double value);
[[nodiscard]] Json numbers(const std::vector<double>& values);

/// What was judged and where it came from; what is unknown has no key.
[[nodiscard]] Json run_json(const JudgedRun& run);
/// Shape, levels with the names of the hosts in their groups, and the coordinates of each host of a grid.
[[nodiscard]] Json topology_json(const Topology& topology, const std::vector<std::string>& hosts);
[[nodiscard]] Json comparison_json(const Comparison& comparison);

}  // namespace fabricmap::diagnosis
