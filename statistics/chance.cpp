// SPDX-License-Identifier: Apache-2.0
#include "statistics/chance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

namespace fabricmap {
namespace {

constexpr double min_chance = 1e-16;
constexpr int heavy_tails = 5;
/// So many values know their own deviation to a tenth.
constexpr int enough_for_a_deviation = 120;
/// From so many values on the tails were seen, in part or so far that no normal tail is left to doubt.
struct KnownTails {
    int count;
    int degrees_of_freedom;
};
constexpr std::array known_tails{KnownTails{50'000, 30}, KnownTails{3000, 10}};

}  // namespace

double student_t_tail(double z, int degrees_of_freedom) {
    const double angle = std::atan(z / std::sqrt(degrees_of_freedom));
    const double cosine = std::cos(angle);
    const bool odd = degrees_of_freedom % 2 == 1;
    double term = odd ? cosine : 1;
    double sum = degrees_of_freedom > 1 ? term : 0;
    for (int k = odd ? 3 : 2; k < degrees_of_freedom; k += 2) {
        term *= cosine * cosine * (k - 1) / k;
        sum += term;
    }
    const double between =
        odd ? 2 / std::numbers::pi * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
    return std::max(min_chance, (1 - between) / 2);
}

double student_t_quantile(double chance, int degrees_of_freedom) {
    double low = 0;
    double high = 1;
    while (student_t_tail(high, degrees_of_freedom) > std::max(chance, min_chance)) high *= 2;
    for (int halvings = 0; halvings < 60; ++halvings) {
        const double middle = (low + high) / 2;
        (student_t_tail(middle, degrees_of_freedom) > chance ? low : high) = middle;
    }
    return high;
}

int degrees_of_freedom(int count, int values_of_a_median) {
    int degrees = std::clamp(count - 2, 1, heavy_tails);
    if (count < enough_for_a_deviation) return degrees;
    const auto known = std::find_if(known_tails.begin(), known_tails.end(),
                                    [&](const KnownTails& tails) { return count >= tails.count; });
    if (known != known_tails.end()) degrees = known->degrees_of_freedom;
    return std::clamp(degrees * (values_of_a_median / 2), degrees, known_tails.front().degrees_of_freedom);
}

std::vector<double> benjamini_hochberg(std::span<const double> chances, std::size_t tests) {
    std::vector<std::size_t> ascending(chances.size());
    std::iota(ascending.begin(), ascending.end(), std::size_t{0});
    std::sort(ascending.begin(), ascending.end(),
              [&](std::size_t one, std::size_t other) { return chances[one] < chances[other]; });
    std::vector<double> result(chances.size());
    double least = 1;
    for (std::size_t place = chances.size(); place > 0; --place) {
        const std::size_t index = ascending[place - 1];
        least = std::min(least, chances[index] * static_cast<double>(tests) / static_cast<double>(place));
        result[index] = least;
    }
    return result;
}

}  // namespace fabricmap
