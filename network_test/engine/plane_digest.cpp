// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/plane_digest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap::network_test {
namespace {

const double log_of_step = std::log(1.01);
// Where no delay was seen at all, as in a broadcast of nothing.
constexpr int step_of_zero = std::numeric_limits<int>::min();
constexpr std::size_t max_corrupted = 1000;

}  // namespace

void PlaneDigest::add_row(int sender, std::span<const CellStatistics> row,
                          const PerRank<RankLocation>& locations) {
    for (std::size_t peer = 0; peer < row.size(); ++peer) {
        const CellStatistics& cell = row[peer];
        const auto receiver = static_cast<int>(peer);
        samples_ += cell.count;
        const Extreme pair{sender, receiver, cell.median};
        if (cell.has(Quality::corrupted) && corrupted_.size() < max_corrupted) corrupted_.push_back(pair);
        if (receiver == sender || cell.count == 0) continue;
        ++measured_;
        if (cell.has(Quality::imprecise)) note_imprecise(cell.count);
        if (!fastest_ || cell.median < fastest_->median_s) fastest_ = pair;
        if (!slowest_ || cell.median > slowest_->median_s) slowest_ = pair;
        const PairClass pair_class = class_of({RankIndex{sender}, RankIndex{receiver}}, locations);
        if (pair_class == PairClass::between_hosts &&
            (!fastest_between_hosts_ || cell.median < fastest_between_hosts_->median_s)) {
            fastest_between_hosts_ = pair;
        }
        const int step = cell.median > 0 ? static_cast<int>(std::lround(std::log(cell.median) / log_of_step))
                                         : step_of_zero;
        ++histograms_[static_cast<std::size_t>(pair_class)][step];
    }
}

void PlaneDigest::note_imprecise(std::int64_t samples) {
    ++imprecise_;
    const SampleSpan before = samples_of_imprecise_.value_or(SampleSpan{samples, samples});
    samples_of_imprecise_ = {std::min(before.fewest, samples), std::max(before.most, samples)};
}

std::optional<double> PlaneDigest::class_median_s(PairClass pair_class) const {
    const Histogram& histogram = histograms_[static_cast<std::size_t>(pair_class)];
    std::int64_t pairs = 0;
    for (const auto& [step, count] : histogram) pairs += count;
    std::int64_t below = 0;
    for (const auto& [step, count] : histogram) {
        below += count;
        if (2 * below < pairs) continue;
        const double middle = step == step_of_zero ? 0 : std::exp(step * log_of_step);
        // The steps are coarse, the extremes are exact.
        return std::clamp(middle, fastest_->median_s, slowest_->median_s);
    }
    return std::nullopt;
}

}  // namespace fabricmap::network_test
