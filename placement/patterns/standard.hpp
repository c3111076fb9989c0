// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/patterns/pattern.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace fabricmap::placement {

/// The messages that `--pattern` names: "stencil:8x8x4,periodic,corners,length=64K", "ring", "groups:4x16",
/// "transpose:16x32", "hypercube", "all-to-all", "random:degree=8". Those that name no size have `ranks`
/// ranks. Throws UsageError that names the wrong word, and where the number of ranks is needed and unknown.
[[nodiscard]] Pattern standard_pattern(const std::string& spec, std::optional<int> ranks);

/// The same without its flows, whose making takes time and memory: name, ranks and grid.
[[nodiscard]] Pattern outline_of_standard_pattern(const std::string& spec, std::optional<int> ranks);

/// "stencil:AxB[xC][,periodic][,corners]   neighbours of a grid", a line each.
[[nodiscard]] std::string standard_pattern_list();

}  // namespace fabricmap::placement
