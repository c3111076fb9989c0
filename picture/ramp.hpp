// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "picture/scaling.hpp"

#include <functional>
#include <string>
#include <vector>

namespace fabricmap::picture {

/// A mark beside the ramp.
struct RampMark {
    double value = 0;
    std::string text;
};

/// How numbers are written in another language: "1,5 µs" of "1.5 µs".
using NumberWords = std::function<std::string(const std::string&)>;

/// Round values within the scale's range with their unit; the ends of the range where no two round values lie
/// in it, the value itself where the range is one value.
[[nodiscard]] std::vector<RampMark> ramp_marks(const GreyScale& scale, Quantity quantity);

/// The ends of the range with their unit, with as many digits as tell them apart.
[[nodiscard]] std::vector<RampMark> end_marks(const ValueRange& range, Quantity quantity);

}  // namespace fabricmap::picture
