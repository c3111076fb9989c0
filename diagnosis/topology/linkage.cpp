// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/linkage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

constexpr float infinitely_far = std::numeric_limits<float>::infinity();

/// Clusters that are still to be merged; each is known by one of its hosts.
class Chain {
  public:
    explicit Chain(Eigen::Ref<Eigen::MatrixXf> distances)
        : distances_(distances),
          sizes_(static_cast<std::size_t>(distances_.rows()), 1),
          left_(sizes_.size()) {
        std::iota(left_.begin(), left_.end(), 0);
        distances_ = distances_.array().isNaN().select(infinitely_far, distances_);
    }

    [[nodiscard]] std::vector<Merge> run() {
        std::vector<Merge> merges;
        std::vector<int> chain;
        while (left_.size() > 1) {
            if (chain.empty()) chain.push_back(left_.front());
            const int last = chain.back();
            const int before = chain.size() > 1 ? chain[chain.size() - 2] : -1;
            const int nearest = nearest_to(last, before);
            if (nearest != before) {
                chain.push_back(nearest);
                continue;
            }
            merges.push_back({before, last, distances_(before, last)});
            chain.resize(chain.size() - 2);
            merge(before, last);
        }
        return merges;
    }

  private:
    /// Among equals `preferred`, without which the chain would run in circles.
    [[nodiscard]] int nearest_to(int cluster, int preferred) const {
        const float* const column = distances_.col(cluster).data();
        int nearest = preferred;
        float smallest = infinitely_far;
        if (preferred >= 0) smallest = column[preferred];
        for (const int other : left_) {
            if (other == cluster) continue;
            if (column[other] < smallest || nearest < 0) {
                smallest = column[other];
                nearest = other;
            }
        }
        return nearest;
    }

    void merge(int kept, int gone) {
        const auto kept_size = static_cast<float>(sizes_[kept]);
        const auto gone_size = static_cast<float>(sizes_[gone]);
        left_.erase(std::lower_bound(left_.begin(), left_.end(), gone));
        for (const int other : left_) {
            const float to_kept = distances_(other, kept);
            const float to_gone = distances_(other, gone);
            float mean = (kept_size * to_kept + gone_size * to_gone) / (kept_size + gone_size);
            if (std::isinf(mean)) mean = std::min(to_kept, to_gone);
            distances_(other, kept) = mean;
            distances_(kept, other) = mean;
        }
        sizes_[kept] += sizes_[gone];
    }

    Eigen::Ref<Eigen::MatrixXf> distances_;
    List<int> sizes_;
    std::vector<int> left_;  ///< ascending
};

/// The chain finds merges in another order than that of their heights and names clusters by a host: numbers
/// them anew.
void number_clusters(std::vector<Merge>& merges, int hosts) {
    std::stable_sort(merges.begin(), merges.end(),
                     [](const Merge& a, const Merge& b) { return a.height < b.height; });
    List<int> parents(static_cast<std::size_t>(2 * hosts));
    std::iota(parents.begin(), parents.end(), 0);
    const auto root_of = [&](int cluster) {
        while (parents[cluster] != cluster) {
            auto& parent = parents[cluster];
            parent = parents[parent];
            cluster = parent;
        }
        return cluster;
    };
    int number = hosts;
    for (Merge& merge : merges) {
        merge.left = root_of(merge.left);
        merge.right = root_of(merge.right);
        parents[merge.left] = number;
        parents[merge.right] = number;
        ++number;
    }
}

}  // namespace

Dendrogram average_linkage(Eigen::MatrixXf distances) {
    return average_linkage_within(distances);
}

Dendrogram average_linkage_within(Eigen::Ref<Eigen::MatrixXf> distances) {
    Dendrogram dendrogram{static_cast<int>(distances.rows()), {}};
    if (dendrogram.hosts < 2) return dendrogram;
    dendrogram.merges = Chain(distances).run();
    number_clusters(dendrogram.merges, dendrogram.hosts);
    return dendrogram;
}

std::vector<std::vector<int>> groups_after(const Dendrogram& dendrogram, std::size_t merges) {
    List<std::vector<int>> clusters;
    for (int host = 0; host < dendrogram.hosts; ++host) clusters.push_back({host});
    for (std::size_t m = 0; m < merges; ++m) {
        const Merge& merge = dendrogram.merges[m];
        std::vector<int> joined = std::move(clusters[merge.left]);
        auto& right = clusters[merge.right];
        joined.insert(joined.end(), right.begin(), right.end());
        clusters[merge.left].clear();
        right.clear();
        clusters.push_back(std::move(joined));
    }
    std::erase_if(clusters, [](const auto& cluster) { return cluster.empty(); });
    for (auto& cluster : clusters) std::sort(cluster.begin(), cluster.end());
    std::sort(clusters.begin(), clusters.end());
    return clusters;
}

}  // namespace fabricmap::diagnosis
