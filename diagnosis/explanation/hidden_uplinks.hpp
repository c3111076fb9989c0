// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/cause.hpp"
#include "diagnosis/explanation/fit.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Uplinks of hosts that sit below one switch though nothing else tells: of two to half of all hosts whose
/// messages to the others take longer than what passes between themselves. None where levels tell who sits
/// together, and of more than 2048 hosts.
[[nodiscard]] std::vector<Cause> propose_hidden_uplinks(const Fit& fit);

}  // namespace fabricmap::diagnosis
