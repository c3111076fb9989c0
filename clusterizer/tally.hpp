// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/cluster_table.hpp"
#include "clusterizer/tile.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fabricmap::clusterizer {

/// How far stored values are from the true ones, relative to the true ones.
struct Errors {
    double largest = 0;
    double squares = 0;        ///< sum over all positive values
    std::uint64_t values = 0;  ///< positive ones, those stored exactly with them

    void add(const Errors& other) noexcept;
    [[nodiscard]] double rms() const noexcept;
};

/// What has to be known of the pairs of each cluster for its means and their errors, so that the values need
/// be seen but once. Values outside a cluster's reach are left out.
class Tally {
  public:
    explicit Tally(const ClusterTable& table);

    [[nodiscard]] static std::size_t bytes_per_cluster(std::size_t planes) noexcept;

    /// Counts the pairs of a tile, each in its cluster, at the planes of the table's range. Clusters with a
    /// number of `lone_from` and above are left out. The sums do not depend on the number of threads.
    void add(const Tile& tile, std::size_t first_plane, std::span<const std::uint32_t> clusters,
             std::span<const std::uint32_t> misses, std::uint32_t lone_from, Workers& workers);

    [[nodiscard]] std::uint64_t pairs(std::uint32_t cluster) const { return pairs_[cluster]; }
    /// Arithmetic means, rounded to `precision` (relative) where that takes no value out of the tolerance.
    [[nodiscard]] std::vector<double> means(std::uint32_t cluster, double precision,
                                            const Tolerance& tolerance) const;
    /// Of such means; exceptions count as exact.
    [[nodiscard]] Errors errors(std::uint32_t cluster, std::span<const double> means) const;

  private:
    enum Array : std::uint8_t { differences, inverse_differences, inverse_squares, least, most, arrays };

    void grow();
    [[nodiscard]] double* array(std::uint32_t cluster, Array which) {
        return numbers_.data() + (std::size_t{cluster} * arrays + which) * planes_;
    }
    [[nodiscard]] const double* array(std::uint32_t cluster, Array which) const {
        return numbers_.data() + (std::size_t{cluster} * arrays + which) * planes_;
    }
    void add_whole(std::uint32_t cluster, const double* values, std::size_t begin, std::size_t end);
    void add_inside(std::uint32_t cluster, const double* values, std::size_t begin, std::size_t end);

    const ClusterTable* table_;
    std::size_t planes_;
    std::vector<double> numbers_;
    std::vector<std::uint64_t> pairs_;
    std::vector<std::uint64_t> outside_;  ///< for each plane of a cluster, how many of its pairs
};

/// The nearest number that has only so many binary digits as the precision (relative) needs.
[[nodiscard]] double rounded(double value, double precision) noexcept;

}  // namespace fabricmap::clusterizer
