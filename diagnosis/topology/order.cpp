// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr int max_hosts_for_the_best = 512;

/// The best order of each cluster for each pair of its ends, from the small clusters to the large ones.
class BestOrder {
  public:
    BestOrder(const Dendrogram& dendrogram, const DendrogramLayout& layout, const Eigen::MatrixXf& distances)
        : dendrogram_(&dendrogram),
          layout_(&layout),
          distances_(&distances),
          costs_(Eigen::MatrixXf::Zero(distances.rows(), distances.cols())),
          positions_(layout.order.size()) {
        for (int p = 0; p < std::ssize(layout.order); ++p) positions_[layout.order[p]] = p;
    }

    [[nodiscard]] std::vector<int> run() {
        for (std::size_t m = 0; m < dendrogram_->merges.size(); ++m) find_costs(m);
        return order_of_all();
    }

  private:
    struct Span {
        int begin = 0;
        int end = 0;
    };
    /// A cluster that is to begin and end with those hosts.
    struct Task {
        int cluster = 0;
        int first = 0;
        int last = 0;
    };

    [[nodiscard]] int host_at(int position) const { return layout_->order[position]; }
    [[nodiscard]] bool in_left_part(std::size_t merge, int host) const {
        return positions_[host] < layout_->ranges[merge].middle;
    }

    /// Where the hosts stand that a cluster may end with when it begins with that host: the other part's.
    [[nodiscard]] Span ends_opposite(int cluster, int host) const {
        if (cluster < dendrogram_->hosts) {
            const int position = positions_[host];
            return {position, position + 1};
        }
        const auto merge = static_cast<std::size_t>(cluster - dendrogram_->hosts);
        const auto& range = layout_->ranges[merge];
        if (in_left_part(merge, host)) return {range.middle, range.end};
        return {range.begin, range.middle};
    }

    void find_costs(std::size_t m) {
        const auto& range = layout_->ranges[m];
        const Merge& merge = dendrogram_->merges[m];
        List<float> to_right(layout_->order.size());
        for (int p = range.begin; p < range.middle; ++p) {
            const int first = host_at(p);
            const Span left_ends = ends_opposite(merge.left, first);
            for (int q = range.middle; q < range.end; ++q) {
                float smallest = std::numeric_limits<float>::infinity();
                for (int k = left_ends.begin; k < left_ends.end; ++k) {
                    smallest =
                        std::min(smallest, costs_(host_at(k), first) + (*distances_)(host_at(k), host_at(q)));
                }
                to_right[q] = smallest;
            }
            for (int q = range.middle; q < range.end; ++q) {
                const int last = host_at(q);
                const Span right_ends = ends_opposite(merge.right, last);
                float smallest = std::numeric_limits<float>::infinity();
                for (int l = right_ends.begin; l < right_ends.end; ++l) {
                    smallest = std::min(smallest, to_right[l] + costs_(host_at(l), last));
                }
                costs_(first, last) = smallest;
                costs_(last, first) = smallest;
            }
        }
    }

    /// The two hosts that meet in the middle of the best order with those ends.
    [[nodiscard]] std::pair<int, int> middle_of(int left, int right, int first, int last) const {
        const Span left_ends = ends_opposite(left, first);
        const Span right_ends = ends_opposite(right, last);
        std::pair<int, int> best{host_at(left_ends.begin), host_at(right_ends.begin)};
        float smallest = std::numeric_limits<float>::infinity();
        for (int k = left_ends.begin; k < left_ends.end; ++k) {
            for (int l = right_ends.begin; l < right_ends.end; ++l) {
                const int before = host_at(k);
                const int after = host_at(l);
                const float cost = costs_(before, first) + (*distances_)(before, after) + costs_(after, last);
                if (cost >= smallest) continue;
                smallest = cost;
                best = {before, after};
            }
        }
        return best;
    }

    [[nodiscard]] std::vector<int> order_of_all() const {
        const auto& whole = layout_->ranges.back();
        Task best{dendrogram_->hosts + static_cast<int>(dendrogram_->merges.size()) - 1, 0, 0};
        float smallest = std::numeric_limits<float>::infinity();
        for (int p = whole.begin; p < whole.middle; ++p) {
            for (int q = whole.middle; q < whole.end; ++q) {
                if (costs_(host_at(p), host_at(q)) >= smallest) continue;
                smallest = costs_(host_at(p), host_at(q));
                best.first = host_at(p);
                best.last = host_at(q);
            }
        }
        std::vector<int> order;
        std::vector<Task> tasks{best};
        while (!tasks.empty()) {
            const Task task = tasks.back();
            tasks.pop_back();
            if (task.cluster < dendrogram_->hosts) {
                order.push_back(task.cluster);
                continue;
            }
            const auto m = static_cast<std::size_t>(task.cluster - dendrogram_->hosts);
            int before = dendrogram_->merges[m].left;
            int after = dendrogram_->merges[m].right;
            if (!in_left_part(m, task.first)) std::swap(before, after);
            const auto [end, begin] = middle_of(before, after, task.first, task.last);
            tasks.push_back({after, begin, task.last});
            tasks.push_back({before, task.first, end});
        }
        return order;
    }

    const Dendrogram* dendrogram_;
    const DendrogramLayout* layout_;
    const Eigen::MatrixXf* distances_;
    Eigen::MatrixXf costs_;  ///< of the best order with those two ends of the smallest cluster with both
    List<int> positions_;
};

std::vector<int> order_by_turning(const Dendrogram& dendrogram, const Eigen::MatrixXf& distances) {
    List<std::vector<int>> clusters;
    for (int host = 0; host < dendrogram.hosts; ++host) clusters.push_back({host});
    for (const Merge& merge : dendrogram.merges) {
        std::vector<int> left = std::move(clusters[merge.left]);
        std::vector<int> right = std::move(clusters[merge.right]);
        const std::array gaps{distances(left.back(), right.front()), distances(left.back(), right.back()),
                              distances(left.front(), right.front()), distances(left.front(), right.back())};
        const auto best = std::min_element(gaps.begin(), gaps.end()) - gaps.begin();
        if (best >= 2) std::reverse(left.begin(), left.end());
        if (best % 2 == 1) std::reverse(right.begin(), right.end());
        left.insert(left.end(), right.begin(), right.end());
        clusters.push_back(std::move(left));
    }
    return clusters.back();
}

}  // namespace

std::vector<int> order_for_display(const Dendrogram& dendrogram, const DendrogramLayout& layout,
                                   Eigen::MatrixXf distances) {
    if (dendrogram.merges.empty()) return layout.order;
    const float largest = distances.array().isNaN().select(0, distances).maxCoeff();
    for (float& distance : distances.reshaped()) distance = std::isnan(distance) ? largest : distance;
    if (dendrogram.hosts > max_hosts_for_the_best) return order_by_turning(dendrogram, distances);
    return BestOrder(dendrogram, layout, distances).run();
}

}  // namespace fabricmap::diagnosis
