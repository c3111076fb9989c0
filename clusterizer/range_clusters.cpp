// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/range_clusters.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fabricmap::clusterizer {
namespace {

constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();

}  // namespace

RangeClusters::RangeClusters(const RangePlan& plan, double precision, std::size_t max_clusters,
                             const std::filesystem::path& folder)
    : plan_(plan),
      precision_(precision),
      max_clusters_(std::min<std::size_t>(max_clusters, lone_from)),
      table_(plan.planes.count, plan.rule, plan.seeds),
      tally_(table_),
      all_labels_(folder),
      lone_values_(folder) {}

std::size_t RangeClusters::bytes_per_cluster(std::size_t planes) noexcept {
    // Growing arrays are copied: twice; and the means.
    return 2 * (ClusterTable::bytes_per_cluster(planes) + Tally::bytes_per_cluster(planes)) +
           planes * sizeof(double);
}

void RangeClusters::add(const Tile& tile, Workers& workers) {
    find_known(tile, workers);
    add_unknown(tile);
    tally_.add(tile, plan_.planes.first, labels_, misses_, lone_from, workers);
    all_labels_.append(labels_);
}

/// Pairs that belong to the clusters known before the tile.
void RangeClusters::find_known(const Tile& tile, Workers& workers) {
    labels_.assign(tile.pairs(), unknown);
    misses_.assign(tile.pairs(), 0);
    workers.split(tile.pairs(), [&](std::size_t begin, std::size_t end) {
        std::uint32_t hint = 0;
        for (std::size_t pair = begin; pair < end; ++pair) {
            const auto match = table_.find(values_of(tile, pair), hint);
            if (!match) continue;
            labels_[pair] = match->cluster;
            misses_[pair] = static_cast<std::uint32_t>(match->misses);
            hint = match->cluster;
        }
    });
}

/// The rest, one after another: each may join what one before it has begun.
void RangeClusters::add_unknown(const Tile& tile) {
    const std::size_t known = table_.size();
    for (std::size_t pair = 0; pair < labels_.size(); ++pair) {
        if (labels_[pair] != unknown) continue;
        const auto values = values_of(tile, pair);
        const auto match = table_.size() > known ? table_.find(values, 0) : std::nullopt;
        if (match) {
            labels_[pair] = match->cluster;
            misses_[pair] = static_cast<std::uint32_t>(match->misses);
        } else {
            labels_[pair] = table_.size() < max_clusters_ ? table_.add(values) : add_lone(values);
        }
    }
}

std::uint32_t RangeClusters::add_lone(std::span<const double> values) {
    std::vector<double> stored(values.begin(), values.end());
    for (double& value : stored) {
        if (value == missing_cell) {
            value = std::numeric_limits<double>::quiet_NaN();
        } else if (value > 0) {
            double round = rounded(value, precision_);
            if (!plan_.rule.tolerance.holds(round, value)) round = value;
            const double error = std::abs(round - value) / value;
            errors_.add({error, error * error, 1});
            value = round;
        }
    }
    lone_values_.append(stored);
    return lone_from + lone_++;
}

void RangeClusters::settle() {
    order_.resize(table_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::erase_if(order_, [&](std::uint32_t cluster) { return tally_.pairs(cluster) == 0; });
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return tally_.pairs(a) > tally_.pairs(b); });
    places_.assign(table_.size(), unknown);
    for (std::uint32_t place = 0; place < order_.size(); ++place) {
        places_[order_[place]] = place;
        means_.push_back(tally_.means(order_[place], precision_, plan_.rule.tolerance));
        errors_.add(tally_.errors(order_[place], means_.back()));
    }
}

std::span<const std::uint32_t> RangeClusters::next_labels(std::size_t pairs) {
    labels_.resize(pairs);
    const auto labels = all_labels_.read(labels_);
    for (std::uint32_t& label : labels) {
        label = label < lone_from ? places_[label]
                                  : static_cast<std::uint32_t>(order_.size()) + (label - lone_from);
    }
    return labels;
}

}  // namespace fabricmap::clusterizer
