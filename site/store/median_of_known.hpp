// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace fabricmap::site {

/// The middle one of the finite values, of an even number the greater of two; NaN where there is none.
[[nodiscard]] double median_of_known(std::vector<double> values);

}  // namespace fabricmap::site
