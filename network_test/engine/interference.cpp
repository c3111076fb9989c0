// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/interference.hpp"

#include "network_test/sampling/statistics.hpp"

#include <algorithm>

namespace fabricmap::network_test {

Interference InterferenceTally::of(PairClass pair_class) const {
    std::vector<double> sorted = ratios_[index(pair_class)];
    if (sorted.empty()) return {};
    std::sort(sorted.begin(), sorted.end());
    const std::size_t half = sorted.size() / 2;
    const double median = sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    const MedianInterval interval = median_interval(sorted.size());
    return {median - 1, sorted[interval.low] - 1, sorted[interval.high] - 1};
}

std::optional<PairClass> InterferenceTally::disturbed() const {
    std::optional<PairClass> worst;
    double most = tolerance;
    for (const PairClass pair_class : all_pair_classes) {
        const double high = of(pair_class).high;
        if (high <= most || samples(pair_class) == 0) continue;
        most = high;
        worst = pair_class;
    }
    return worst;
}

bool InterferenceTally::undecided() const {
    return std::any_of(all_pair_classes.begin(), all_pair_classes.end(), [&](PairClass pair_class) {
        const Interference interference = of(pair_class);
        return interference.high > tolerance && interference.low <= tolerance;
    });
}

}  // namespace fabricmap::network_test
