// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/cable_lengths.hpp"

#include "diagnosis/residual/two_sides.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

/// A hundred metres of fibre.
constexpr double longest_cable_s = 500e-9;
/// A protocol crosses the cable up to three times for a message.
constexpr double max_crossings = 4;
/// Of its largest fraction of the delay, what a constant time comes to at long messages.
constexpr double fraction_at_long_messages = 0.4;

}  // namespace

void recognise_longer_cables(Finding& finding, const Case& subject) {
    const std::vector<double>& curve = finding.evidence.curve;
    if (finding.side != Side::both || curve.size() < 2) return;
    const std::vector<float> typical_s = typical_delays(*subject.survey, true);
    std::vector<double> added_s;
    double largest = 0;
    for (std::size_t k = 0; k < curve.size(); ++k) {
        if (!std::isfinite(curve[k]) || !std::isfinite(typical_s[k])) return;
        largest = std::max(largest, curve[k] - 1);
        if (curve[k] - 1 >= subject.min_effect / 2) added_s.push_back(typical_s[k] * (curve[k] - 1));
    }
    if (added_s.empty() || curve.back() - 1 > fraction_at_long_messages * largest) return;
    const auto [min_s, max_s] = std::minmax_element(added_s.begin(), added_s.end());
    if (*min_s > longest_cable_s || *max_s > max_crossings * *min_s) return;
    finding.kind = FindingKind::longer_cables;
    finding.evidence.extra_s = upper_median_of(added_s);
}

}  // namespace fabricmap::diagnosis
