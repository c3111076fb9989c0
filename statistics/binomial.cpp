// SPDX-License-Identifier: Apache-2.0
#include "statistics/binomial.hpp"

#include <cmath>
#include <limits>

namespace fabricmap {
namespace {

/// Kullback and Leibler's divergence of two probabilities of success.
double divergence(double fraction, double probability) {
    const auto part = [](double one, double other) { return one > 0 ? one * std::log(one / other) : 0.0; };
    return part(fraction, probability) + part(1 - fraction, 1 - probability);
}

}  // namespace

double binomial_surprise(double some, double all, double probability) {
    if (!(all > 0) || some / all <= probability) return 0;
    return all * divergence(some / all, probability);
}

double tries_to_surprise(double fraction, double probability, double surprise) {
    if (fraction <= probability) return std::numeric_limits<double>::infinity();
    return surprise / divergence(fraction, probability);
}

}  // namespace fabricmap
