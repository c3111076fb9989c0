// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace fabricmap::picture {

/// Round numbers (1, 2 or 5 times a power of ten apart) within the range, `most` at most, ascending, in the
/// same unit as the range. Empty for a range of one value.
[[nodiscard]] std::vector<double> round_marks(double lowest, double highest, int most);

}  // namespace fabricmap::picture
