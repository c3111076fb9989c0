// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

namespace fabricmap::testing {

/// The value of a pair that was not measured.
inline constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

}  // namespace fabricmap::testing
