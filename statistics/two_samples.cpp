// SPDX-License-Identifier: Apache-2.0
#include "statistics/two_samples.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fabricmap {
namespace {

/// In how many of all orders the first values exceed the second in exactly u pairs, as shares.
std::vector<double> distribution_of_pairs(std::size_t values, std::size_t references) {
    // ways[n][u] of the recurrence over the largest element, one reference more at a time.
    const std::size_t most = values * references;
    std::vector<std::vector<double>> ways(values + 1, std::vector<double>(most + 1, 0));
    for (std::size_t n = 0; n <= values; ++n) ways[n][0] = 1;
    for (std::size_t m = 1; m <= references; ++m) {
        for (std::size_t n = 1; n <= values; ++n) {
            // The largest of all is a value, which exceeds all m references, or a reference.
            for (std::size_t u = most + 1; u-- > m;) ways[n][u] += ways[n - 1][u - m];
        }
    }
    double all = 0;
    for (const double count : ways[values]) all += count;
    for (double& count : ways[values]) count /= all;
    return ways[values];
}

}  // namespace

float shift_between(std::span<const float> values, std::span<const float> references) {
    std::vector<float> differences;
    for (const float value : values) {
        for (const float reference : references) differences.push_back(value - reference);
    }
    return median_of_numbers(differences);
}

double chance_of_ranks(std::span<const float> values, std::span<const float> references) {
    double pairs = 0;
    for (const float value : values) {
        for (const float reference : references) {
            pairs += value > reference ? 1 : value == reference ? 0.5 : 0;
        }
    }
    const auto most = static_cast<double>(values.size() * references.size());
    const auto uneven = static_cast<std::size_t>(std::ceil(std::max(pairs, most - pairs)));
    const std::vector<double> shares = distribution_of_pairs(values.size(), references.size());
    double tail = 0;
    for (std::size_t u = uneven; u < shares.size(); ++u) tail += shares[u];
    return std::min(1.0, 2 * tail);
}

double min_chance_of_ranks(std::size_t values, std::size_t references) {
    return 2 * distribution_of_pairs(values, references).back();
}

}  // namespace fabricmap
