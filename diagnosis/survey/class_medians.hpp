// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/pair_classes.hpp"

#include <cstddef>
#include <vector>

namespace fabricmap::diagnosis {

/// The median of each class's values in the plane with the number k; NaN where nothing was measured.
[[nodiscard]] std::vector<double> class_medians_of(const DelayStack& stack, std::size_t k,
                                                   const PairClasses& classes);

}  // namespace fabricmap::diagnosis
