// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/source_ranges.hpp"

#include "clusterizer/joint_clusters.hpp"
#include "clusterizer/packed_bytes.hpp"
#include "clusterizer/sample.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace fabricmap::clusterizer {
namespace {

constexpr std::int64_t wanted_tile_pairs = 16384;

/// What is known of ranges that may become one: the labels of the pairs looked at, and the clusters of all.
struct Outlook {
    std::vector<std::uint32_t> labels;
    double clusters = 0;
    std::size_t planes = 0;

    [[nodiscard]] std::size_t clusters_seen() const {
        return std::set<std::uint32_t>(labels.begin(), labels.end()).size();
    }
    /// `weight` is all pairs over those looked at.
    [[nodiscard]] double bytes(double weight) const {
        return packed_bytes_of_labels(labels) * weight + packed_bytes_of_range(clusters, planes, 0);
    }
};

Outlook look_at(const SourceRange& source, const std::vector<std::int64_t>& senders) {
    Outlook outlook{{}, static_cast<double>(source.there().clusters), source.there().planes};
    for (const std::int64_t sender : senders) {
        const std::vector<std::uint32_t> row = source.archive->labels(source.range, sender, 1);
        outlook.labels.insert(outlook.labels.end(), row.begin(), row.end());
    }
    return outlook;
}

Outlook together(const Outlook& one, const Outlook& other, double weight) {
    Outlook outlook{one.labels, std::max(one.clusters, other.clusters), one.planes + other.planes};
    JointClusters joint;
    static_cast<void>(joint.join(1, outlook.labels, other.labels));
    const std::size_t before = std::max(one.clusters_seen(), other.clusters_seen());
    outlook.clusters += static_cast<double>(joint.count() - before) * weight;
    return outlook;
}

}  // namespace

std::vector<SourceRange> ranges_of(std::span<const Archive> archives) {
    std::vector<SourceRange> ranges;
    std::size_t planes = 0;
    for (const Archive& archive : archives) {
        for (std::size_t range = 0; range < archive.header().ranges.size(); ++range) {
            ranges.push_back({&archive, range, planes});
            planes += archive.header().ranges[range].planes;
        }
    }
    return ranges;
}

std::vector<Planes> choose_ranges_to_join(std::span<const SourceRange> ranges) {
    std::vector<Planes> groups;
    if (ranges.empty()) return groups;
    const std::int64_t ranks = ranges.front().archive->header().run.rank_count();
    const std::vector<std::int64_t> senders =
        spread_senders(ranks, std::clamp<std::int64_t>(wanted_tile_pairs / ranks, 1, ranks));
    const double weight = static_cast<double>(ranks) / static_cast<double>(senders.size());
    Outlook open;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        Outlook next = look_at(ranges[i], senders);
        if (!groups.empty()) {
            Outlook joint = together(open, next, weight);
            if (joint.bytes(weight) <= open.bytes(weight) + next.bytes(weight)) {
                open = std::move(joint);
                ++groups.back().count;
                continue;
            }
        }
        open = std::move(next);
        groups.push_back({i, 1});
    }
    return groups;
}

}  // namespace fabricmap::clusterizer
