// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/cause.hpp"
#include "diagnosis/explanation/fit.hpp"
#include "diagnosis/explanation/screening.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Cables between two groups of hosts, with the paths of others that are led over them: some of all paths
/// from and to the two, by a common factor in each band. None unless more of them are slow than elsewhere.
[[nodiscard]] std::vector<Cause> propose_cables(const Fit& fit, const Screen& screen);

}  // namespace fabricmap::diagnosis
