// SPDX-License-Identifier: Apache-2.0
#include "picture/round_marks.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace fabricmap::picture {

std::vector<double> round_marks(double lowest, double highest, int most) {
    if (!(highest > lowest) || most < 1) return {};
    const double min_step = (highest - lowest) / most;
    const double power = std::pow(10, std::floor(std::log10(min_step)));
    constexpr std::array factors{1.0, 2.0, 5.0, 10.0};
    const auto* const factor = std::find_if(factors.begin(), factors.end(),
                                            [&](double candidate) { return candidate * power >= min_step; });
    const double step = power * (factor == factors.end() ? factors.back() : *factor);
    std::vector<double> marks;
    const double first = std::ceil(lowest / step - 1e-9);
    const double last = std::floor(highest / step + 1e-9);
    // Counted, not summed: sums of a step drift away from round numbers.
    const auto steps = static_cast<int>(std::min<double>(last - first, most));
    for (int k = 0; k <= steps; ++k) marks.push_back((first + k) * step);
    return marks;
}

}  // namespace fabricmap::picture
