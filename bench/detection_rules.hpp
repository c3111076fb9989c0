// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/diagnosis/planted_fabric.hpp"

#include <array>
#include <string_view>

namespace fabricmap::bench {

/// How a rule did on one fabric.
struct RuleScore {
    int found = 0;         ///< planted faults of which it named the host, or a pair of their hosts
    int false_alarms = 0;  ///< hosts and pairs of hosts that it named and that have no part in a fault
};

/// A rule in use elsewhere, on means over the ranks of hosts at the shortest and the longest messages.
struct Rule {
    std::string_view name;
    RuleScore (*judge)(const testing::PlantedFabric&);
};

[[nodiscard]] RuleScore deviation_rule(const testing::PlantedFabric& fabric);
[[nodiscard]] RuleScore limits_rule(const testing::PlantedFabric& fabric);
[[nodiscard]] RuleScore median_rule(const testing::PlantedFabric& fabric);

inline constexpr std::array rules{
    Rule{"a host's mean 1 deviation off and 20 % worse", deviation_rule},
    Rule{"below 93 % of the best bandwidth, above 2.1 x least latency", limits_rule},
    Rule{"a host's mean beyond the median by 6 MAD", median_rule},
};

}  // namespace fabricmap::bench
