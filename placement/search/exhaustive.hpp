// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/problem/problem.hpp"

#include <optional>

namespace fabricmap::placement {

/// Up to that many ranks all mappings are tried.
inline constexpr int max_ranks_of_all = 9;

/// The best of all mappings; nothing where there are too many of them.
[[nodiscard]] std::optional<Mapping> best_of_all(const Problem& problem);

}  // namespace fabricmap::placement
