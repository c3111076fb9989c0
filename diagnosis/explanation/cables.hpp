// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/cause.hpp"
#include "diagnosis/explanation/fit.hpp"
#include "diagnosis/explanation/screening.hpp"

#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// Cables between two groups of hosts, with the paths of others that are led over them: some of all paths
/// from and to the two, by a common factor in each band. None unless more of them are slow than elsewhere.
[[nodiscard]] std::vector<Cause> propose_cables(const Fit& fit, const Screen& screen);

/// Cables between neighbours of a grid, with the pairs that have a shortest way over them, or some of these.
[[nodiscard]] std::vector<Cause> propose_cables_of_grid(const Fit& fit, const PairGains& gains);

/// That by the routes of messages; nothing where there is none.
[[nodiscard]] std::optional<Cause> find_cable_by_routes(const Fit& fit);

/// The cable between two groups whose routes have most evidence: groups × groups, what a path gains alone.
/// Each path over it is slower by its own factors.
[[nodiscard]] std::optional<Cause> propose_cable_by_routes(const Fit& fit,
                                                           const std::vector<HostList>& members,
                                                           const Eigen::ArrayXXd& evidence);

}  // namespace fabricmap::diagnosis
