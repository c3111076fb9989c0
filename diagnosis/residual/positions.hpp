// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/residual.hpp"

namespace fabricmap::diagnosis {

/// Where messages pass through other ranks, as in a broadcast, delays follow from the algorithm: from the
/// place of the receiver in the order of ranks, and from how far it is behind the sender in it. Takes off
/// what a host's neighbours in that order lead one to expect of it, and what all links over as many places
/// have in common.
[[nodiscard]] Residual without_positions(Residual residual);

}  // namespace fabricmap::diagnosis
