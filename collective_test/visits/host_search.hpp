// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/visits/cell_plan.hpp"
#include "collective_test/visits/visit_driver.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace fabricmap::collective_test {

/// Hosts, by their number among those that take part, that make a call together.
using HostGroup = std::vector<int>;

/// Finds the host that makes every group slow in which it is: two equal groups at once, then those of the
/// slow one in two halves, each filled up with hosts that were found good. Groups that are equally quick end
/// it, after a few other divisions. `times_of`: what the groups take, s; nothing where the time is up.
[[nodiscard]] std::optional<int> suspected_host(
    int hosts, std::uint64_t seed,
    const std::function<std::vector<double>(const std::vector<HostGroup>&)>& times_of);

/// Looks for the slow host in each of the cells in which all ranks take part, and measures at the end with
/// and without it, and without another: visits of all three have one pass in turn. With three hosts, without
/// each. False where the time was up. On rank 0.
[[nodiscard]] bool search_slow_hosts(VisitDriver& driver, const PlanTerms& terms,
                                     const std::vector<CollectiveCell>& cells);

}  // namespace fabricmap::collective_test
