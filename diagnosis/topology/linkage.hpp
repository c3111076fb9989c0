// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::diagnosis {

/// Two clusters become one. Below `hosts` a number is a host, above it the merge of that number minus
/// `hosts`.
struct Merge {
    int left = 0;
    int right = 0;
    float height = 0;  ///< mean distance between the two; infinite where no pair of them was measured
};

/// A tree of clusters over hosts.
struct Dendrogram {
    int hosts = 0;
    std::vector<Merge> merges;  ///< by ascending height, one fewer than hosts
};

/// Where the members of each cluster stand in an order in which all clusters are contiguous.
struct DendrogramLayout {
    struct LeafRange {
        int begin = 0;
        int middle = 0;  ///< where the right part begins
        int end = 0;

        /// Pairs of hosts that meet at this merge.
        [[nodiscard]] std::int64_t pairs() const noexcept {
            return std::int64_t{middle - begin} * (end - middle);
        }
    };
    List<int> order;
    std::vector<LeafRange> ranges;  ///< one a merge
};

/// Average linkage (UPGMA) of symmetric distances, in O(N²) time by the chain of nearest neighbours (Murtagh,
/// The Computer Journal 26, 1983). NaN where a pair was not measured: such a pair counts as the mean of the
/// measured ones beside it.
[[nodiscard]] Dendrogram average_linkage(Eigen::MatrixXf distances);
/// The same in the memory of the distances, which are used up.
[[nodiscard]] Dendrogram average_linkage_within(Eigen::Ref<Eigen::MatrixXf> distances);

[[nodiscard]] DendrogramLayout layout_of(const Dendrogram& dendrogram);

/// Between distances and the heights at which their hosts meet (Sokal and Rohlf, Taxon 11, 1962); NaN where
/// one of the two does not vary.
[[nodiscard]] double cophenetic_correlation(const Eigen::Ref<const Eigen::MatrixXf>& distances,
                                            const Dendrogram& dendrogram, const DendrogramLayout& layout);

/// Robust standard deviation of distances about the height at which their hosts meet.
[[nodiscard]] double noise_about_heights(const Eigen::MatrixXf& distances, const Dendrogram& dendrogram,
                                         const DendrogramLayout& layout);

/// The partition after the first merges: each group ascending, in the order of their first hosts.
[[nodiscard]] std::vector<std::vector<int>> groups_after(const Dendrogram& dendrogram, std::size_t merges);

}  // namespace fabricmap::diagnosis
