// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/netcdf_schema/memory_stack.hpp"

#include <cmath>
#include <random>
#include <vector>

namespace fabricmap::testing {

/// Planes whose pairs are dealt to classes at random, and dealt anew from the plane `regrouped` on; the
/// delays of the classes are a third apart.
inline std::vector<Matrix> regrouping_planes(int ranks, int lengths, int regrouped, int classes, double noise,
                                             unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(0, 1);
    const auto deal = [&] {
        return Matrix(Matrix::NullaryExpr(ranks, ranks, [&] {
            return std::pow(4.0 / 3, static_cast<double>(random() % static_cast<unsigned>(classes)));
        }));
    };
    const Matrix before = deal();
    const Matrix after = deal();
    std::vector<Matrix> planes;
    for (int k = 0; k < lengths; ++k) {
        const Matrix& factors = k < regrouped ? before : after;
        planes.push_back(Matrix::NullaryExpr(ranks, ranks, [&](auto i, auto j) {
            return i == j ? 0 : 1e-6 * (1 + 0.1 * k) * factors(i, j) * std::exp(noise * normal(random));
        }));
    }
    return planes;
}

}  // namespace fabricmap::testing
