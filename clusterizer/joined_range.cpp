// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/joined_range.hpp"

#include <algorithm>
#include <numeric>

namespace fabricmap::clusterizer {
namespace {

/// What a cluster of a step takes in a hash table, its inverse and the order.
constexpr std::size_t bytes_per_cluster = 96;

}  // namespace

JoinedRange::JoinedRange(std::span<const SourceRange> sources, std::size_t max_clusters)
    : sources_(sources.begin(), sources.end()), joint_(max_clusters) {}

std::optional<JoinedRange> JoinedRange::of(std::span<const SourceRange> sources, std::size_t memory_limit) {
    JoinedRange joined(sources, memory_limit / bytes_per_cluster / sources.size());
    if (sources.size() > 1 && !joined.count_clusters()) return std::nullopt;
    return joined;
}

bool JoinedRange::count_clusters() {
    const std::int64_t ranks = sources_.front().archive->header().run.rank_count();
    std::vector<std::uint64_t> pairs;
    for (std::int64_t sender = 0; sender < ranks; sender += senders_at_once) {
        const auto labels = unordered_labels(sender, std::min(senders_at_once, ranks - sender));
        if (!labels) return false;
        pairs.resize(joint_.count());
        for (const std::uint32_t label : *labels) ++pairs[label];
    }
    order_.resize(pairs.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return pairs[a] > pairs[b]; });
    places_.resize(order_.size());
    for (std::uint32_t place = 0; place < order_.size(); ++place) places_[order_[place]] = place;
    return true;
}

std::optional<std::vector<std::uint32_t>> JoinedRange::unordered_labels(std::int64_t first_sender,
                                                                        std::int64_t senders) {
    std::vector<std::uint32_t> labels =
        sources_.front().archive->labels(sources_.front().range, first_sender, senders);
    for (std::size_t i = 1; i < sources_.size(); ++i) {
        const auto next = sources_[i].archive->labels(sources_[i].range, first_sender, senders);
        if (!joint_.join(i, labels, next)) return std::nullopt;
    }
    return labels;
}

ClusterRange JoinedRange::description() const {
    ClusterRange range{sources_.front().first_plane, 0, sources_.front().there().clusters};
    for (const SourceRange& source : sources_) range.planes += source.there().planes;
    if (sources_.size() > 1) range.clusters = order_.size();
    return range;
}

std::vector<std::uint32_t> JoinedRange::labels(std::int64_t first_sender, std::int64_t senders) {
    std::vector<std::uint32_t> labels = unordered_labels(first_sender, senders).value();
    if (sources_.size() > 1) {
        for (std::uint32_t& label : labels) label = places_[label];
    }
    return labels;
}

void JoinedRange::hand_out_means(const std::function<void(std::span<const double>)>& receive) const {
    const std::size_t clusters = description().clusters;
    std::vector<double> means;
    for (std::uint32_t cluster = 0; cluster < clusters; ++cluster) {
        const std::vector<std::uint32_t> members =
            sources_.size() > 1 ? joint_.members(order_[cluster]) : std::vector{cluster};
        means.clear();
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            const std::vector<double> part = sources_[i].archive->means(sources_[i].range, members[i]);
            means.insert(means.end(), part.begin(), part.end());
        }
        receive(means);
    }
}

}  // namespace fabricmap::clusterizer
