// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/fit.hpp"

namespace fabricmap::diagnosis {

/// Takes away causes that no longer gain what they cost.
void drop_needless(Fit& fit);

/// Says the same in fewer words where that shortens the description: hosts of a group as the group, links of
/// a host as a fraction of its pairs, one part in several windows in one, two sides as both.
void merge_causes(Fit& fit);

}  // namespace fabricmap::diagnosis
