// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace fabricmap {

/// Two modes of values with a gap between them.
struct TwoModes {
    float boundary = 0;  ///< in the middle of the gap
    float low = 0;       ///< median of the lower mode
    float high = 0;
};

/// The two modes of some values (logarithms), where each has at least `fewest` of them, and the gap is
/// `least` wide and half as wide again as four fifths of either mode. Values that are NaN do not count.
[[nodiscard]] std::optional<TwoModes> two_modes_of(std::span<const float> values, std::size_t fewest,
                                                   float least);

}  // namespace fabricmap
