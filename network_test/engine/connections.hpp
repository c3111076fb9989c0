// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/schedule/round_plan.hpp"

#include <vector>

namespace fabricmap::network_test {

/// All that take part but the rank itself, those behind it first; nobody where it takes no part.
[[nodiscard]] std::vector<int> all_peers(const std::vector<int>& parties, int rank);
/// Those whom the rank meets in the plan's rounds.
[[nodiscard]] std::vector<int> peers_in(const RoundPlan& plan, int rank);

}  // namespace fabricmap::network_test
