// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/plan.hpp"
#include "clusterizer/spill.hpp"
#include "clusterizer/tally.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace fabricmap::clusterizer {

/// What is kept of a range while the run is read: its clusters, the label of each pair, sums.
///
/// When memory has no room for another cluster, a pair that fits none is a cluster of its own that nobody
/// joins: its values go to disk at once.
class RangeClusters {
  public:
    /// `precision` is that of stored values, relative. Labels and lone pairs wait in the folder.
    RangeClusters(const RangePlan& plan, double precision, std::size_t max_clusters,
                  const std::filesystem::path& folder);
    RangeClusters(const RangeClusters&) = delete;  // the sums refer to the table
    RangeClusters& operator=(const RangeClusters&) = delete;
    ~RangeClusters() = default;

    [[nodiscard]] static std::size_t bytes_per_cluster(std::size_t planes) noexcept;

    /// Finds a cluster for every pair of the tile, whose pairs come in their order.
    void add(const Tile& tile, Workers& workers);

    [[nodiscard]] const Planes& planes() const noexcept { return plan_.planes; }
    /// At how many lengths the pair of the last tile is outside its cluster, and whether it is at that one.
    [[nodiscard]] std::size_t misses(std::size_t pair) const { return misses_[pair]; }
    [[nodiscard]] bool is_outside(std::size_t pair, std::size_t plane, double value) const {
        return !table_.holds(labels_[pair], plane - plan_.planes.first, value);
    }

    /// To be called once all pairs are in: decides the order of the clusters, most populous first.
    void settle();
    [[nodiscard]] std::size_t cluster_count() const noexcept { return order_.size() + lone_; }
    [[nodiscard]] const Errors& errors() const noexcept { return errors_; }

    /// The labels of the next pairs, as settled.
    [[nodiscard]] std::span<const std::uint32_t> next_labels(std::size_t pairs);
    /// Hands out the means, cluster after cluster, in pieces.
    template <typename Receiver>
    void hand_out_means(const Receiver& receive) {
        for (const std::vector<double>& means : means_) receive(std::span<const double>(means));
        std::vector<double> piece(std::size_t{1} << 16);
        for (auto values = lone_values_.read(piece); !values.empty(); values = lone_values_.read(piece)) {
            receive(std::span<const double>(values));
        }
    }

  private:
    static constexpr std::uint32_t lone_from = std::uint32_t{1} << 31;

    void find_known(const Tile& tile, Workers& workers);
    void add_unknown(const Tile& tile);
    std::uint32_t add_lone(std::span<const double> values);
    [[nodiscard]] std::span<const double> values_of(const Tile& tile, std::size_t pair) const {
        return tile.pair(pair).subspan(plan_.planes.first, plan_.planes.count);
    }

    RangePlan plan_;
    double precision_;
    std::size_t max_clusters_;
    ClusterTable table_;
    Tally tally_;
    std::vector<std::uint32_t> labels_;  ///< of the last tile
    std::vector<std::uint32_t> misses_;
    Spill<std::uint32_t> all_labels_;
    Spill<double> lone_values_;
    std::uint32_t lone_ = 0;
    std::vector<std::uint32_t> order_;        ///< clusters with pairs, most populous first
    std::vector<std::uint32_t> places_;       ///< of each cluster in that order
    std::vector<std::vector<double>> means_;  ///< in that order
    Errors errors_;
};

}  // namespace fabricmap::clusterizer
