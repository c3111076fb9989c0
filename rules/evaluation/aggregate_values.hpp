// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/functions.hpp"

#include <vector>

namespace fabricmap::rules {

/// The aggregate of values none of which is unknown; they are reordered. Of no values count and sum are 0,
/// all others unknown; so is the standard deviation (of a sample) of one. mad is the median distance from the
/// median. A quantile lies on the line between the two values beside it.
[[nodiscard]] double aggregate_of(Aggregate aggregate, double fraction, std::vector<double>& values);

}  // namespace fabricmap::rules
