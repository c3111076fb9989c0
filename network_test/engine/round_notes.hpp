// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/request/options.hpp"

#include <string>
#include <vector>

namespace fabricmap::network_test {

/// Lines for those who asked for rounds that hold less than they could, or for more rounds than there are.
/// `endpoints`: the ranks that take part, ascending; `locations`: by rank.
[[nodiscard]] std::vector<std::string> round_notes(const Options& options, const std::vector<int>& endpoints,
                                                   const PerRank<RankLocation>& locations);

}  // namespace fabricmap::network_test
