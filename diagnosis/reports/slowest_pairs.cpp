// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/slowest_pairs.hpp"

#include "base/quantities.hpp"
#include "base/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

struct TimedPair {
    std::string name;
    float delay_s = 0;
};

/// The pairs of hosts that were measured at the longest length, the slowest first, each by its slower
/// direction.
std::vector<TimedPair> pairs_by_delay(const Diagnosis& diagnosis) {
    std::vector<TimedPair> pairs;
    if (diagnosis.planes.empty()) return pairs;
    const Eigen::MatrixXf& delays = diagnosis.planes.back().delay_s;
    for (Eigen::Index one = 0; one < delays.rows(); ++one) {
        for (Eigen::Index other = one + 1; other < delays.cols(); ++other) {
            const float delay_s = std::fmax(delays(one, other), delays(other, one));
            if (!(delay_s > 0)) continue;
            pairs.push_back({fmt::format("{} <-> {}", diagnosis.hosts[static_cast<std::size_t>(one)],
                                         diagnosis.hosts[static_cast<std::size_t>(other)]),
                             delay_s});
        }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const TimedPair& first, const TimedPair& second) {
        return first.delay_s > second.delay_s;
    });
    return pairs;
}

}  // namespace

std::string slowest_pairs_text(const Diagnosis& diagnosis, const Language& in) {
    constexpr float clearly_slower = 1.25F;
    constexpr std::size_t max_pairs_named = 3;
    const std::vector<TimedPair> pairs = pairs_by_delay(diagnosis);
    std::vector<std::string> slow;
    for (const TimedPair& pair : pairs) {
        if (pair.delay_s >= clearly_slower * pairs.back().delay_s) slow.push_back(pair.name);
    }
    if (slow.empty()) return {};
    if (slow.size() > max_pairs_named) {
        slow.resize(max_pairs_named);
        slow.emplace_back("...");
    }
    return filled_phrase(
        in,
        "Of {} pairs measured some take up to {} times as long as the quickest: {}. Which of their "
        "hosts is slow, or what lies between them, so few pairs cannot show.",
        {std::to_string(pairs.size()),
         format_plain(static_cast<double>(pairs.front().delay_s / pairs.back().delay_s)),
         joined_by(slow, ", ")});
}

}  // namespace fabricmap::diagnosis
