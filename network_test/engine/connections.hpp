// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/modes/exchange.hpp"
#include "network_test/schedule/round_plan.hpp"

#include <vector>

namespace fabricmap::network_test {

/// Connects this rank with each of the peers by one empty exchange, because setting a connection up costs
/// more than ten messages. All at once, so that a rank that waits for a lost message does not hold up those
/// behind it. Called by all ranks together, each a peer of its peers.
void connect_to(const std::vector<int>& peers, const Stage& stage);

/// All that take part but the rank itself, those behind it first; nobody where it takes no part.
[[nodiscard]] std::vector<int> all_peers(const std::vector<int>& parties, int rank);
/// Those whom the rank meets in the plan's rounds.
[[nodiscard]] std::vector<int> peers_in(const RoundPlan& plan, int rank);

}  // namespace fabricmap::network_test
