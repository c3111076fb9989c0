// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/joint_clusters.hpp"
#include "clusterizer/source_ranges.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace fabricmap::clusterizer {

/// A range of the whole that one or several ranges of its parts become.
class JoinedRange {
  public:
    /// Reads all labels where the sources are several. Nothing where their clusters, taken together, do not
    /// fit into that memory; a single source always does.
    [[nodiscard]] static std::optional<JoinedRange> of(std::span<const SourceRange> sources,
                                                       std::size_t memory_limit);

    [[nodiscard]] const std::vector<SourceRange>& sources() const noexcept { return sources_; }
    [[nodiscard]] ClusterRange description() const;
    /// The clusters of all pairs of some senders, row after row.
    [[nodiscard]] std::vector<std::uint32_t> labels(std::int64_t first_sender, std::int64_t senders);
    /// Hands out the means of each cluster at all planes, cluster after cluster.
    void hand_out_means(const std::function<void(std::span<const double>)>& receive) const;

  private:
    JoinedRange(std::span<const SourceRange> sources, std::size_t max_clusters);
    [[nodiscard]] bool count_clusters();
    /// Nothing where the clusters are too many.
    [[nodiscard]] std::optional<std::vector<std::uint32_t>> unordered_labels(std::int64_t first_sender,
                                                                             std::int64_t senders);

    std::vector<SourceRange> sources_;
    JointClusters joint_;
    std::vector<std::uint32_t> order_;   ///< clusters, most populous first; empty with a single source
    std::vector<std::uint32_t> places_;  ///< of each cluster in that order
};

/// As many senders as are best read at once.
inline constexpr std::int64_t senders_at_once = 512;

}  // namespace fabricmap::clusterizer
