// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "regrouping.hpp"

#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace fabricmap::testing {

/// Pairs in a few classes, with noise, lasting differences, outliers, holes, zeros and dead pairs.
inline std::vector<Matrix> scattered_planes() {
    std::mt19937 random(*rc::gen::arbitrary<unsigned>());
    const auto ranks = *rc::gen::inRange(1, 9);
    const auto lengths = *rc::gen::inRange(1, 25);
    const auto classes = *rc::gen::inRange(1, 6);
    const double noise = *rc::gen::element(0.0, 0.001, 0.01, 0.05, 0.5);
    const double odd = *rc::gen::element(0.0, 0.02, 0.3);
    const auto chance = [&](double share) {
        return std::uniform_real_distribution<double>(0, 1)(random) < share;
    };
    std::normal_distribution<double> normal(0, 1);
    std::vector<Matrix> planes(static_cast<std::size_t>(lengths), Matrix(ranks, ranks));
    for (int i = 0; i < ranks; ++i) {
        for (int j = 0; j < ranks; ++j) {
            const double level = 1e-6 * (1 + static_cast<int>(random() % static_cast<unsigned>(classes)));
            const double lasting = chance(odd) ? std::exp(normal(random)) : 1;
            const int dead_from = chance(odd / 4) ? static_cast<int>(random() % 25) : lengths;
            for (int k = 0; k < lengths; ++k) {
                double value = level * lasting * (1 + 0.1 * k) * std::exp(noise * normal(random));
                if (chance(odd / 4)) value *= 5;
                if (chance(odd / 8)) value = 0;
                if (k >= dead_from || chance(odd / 8)) value = std::numeric_limits<double>::quiet_NaN();
                planes[static_cast<std::size_t>(k)](i, j) = i == j ? 0 : value;
            }
        }
    }
    return planes;
}

/// One of those, or a run of several ranges.
inline std::vector<Matrix> random_planes() {
    if (*rc::gen::inRange(0, 4) > 0) return scattered_planes();
    return regrouping_planes(24, 24, 12, 8, *rc::gen::element(0.0, 0.01, 0.05),
                             *rc::gen::arbitrary<unsigned>());
}

}  // namespace fabricmap::testing
