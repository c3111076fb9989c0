// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/tolerance.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace fabricmap::clusterizer {

/// When a pair belongs to a cluster, over the lengths of one range.
struct Rule {
    Tolerance tolerance;
    std::size_t exceptions = 0;  ///< lengths at which a pair may be outside
    /// Of the mean relative difference from the centre: a small but lasting difference is a fault, not noise.
    double largest_shift = std::numeric_limits<double>::infinity();
};

/// The clusters of one range: centres, and what lies within reach of each. Pairs within half of the tolerance
/// of a centre are within the tolerance of each other.
///
/// The clusters that the table is made with are seeds: a pair goes to the nearest of them, if it fits there.
/// Those that are added later are found by an index, and the first that fits is taken.
class ClusterTable {
  public:
    ClusterTable(std::size_t planes, const Rule& rule, const std::vector<std::vector<double>>& seeds);

    /// A pair's place, and at how many lengths it is outside.
    struct Match {
        std::uint32_t cluster = 0;
        std::size_t misses = 0;
    };

    [[nodiscard]] std::size_t planes() const noexcept { return planes_; }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] static std::size_t bytes_per_cluster(std::size_t planes) noexcept;

    /// Where a pair with those values belongs; `hint` is a cluster to look at first. A search looks at a
    /// bounded number of clusters: among very many that are alike it may miss one. Safe to use from several
    /// threads while nothing is added.
    [[nodiscard]] std::optional<Match> find(std::span<const double> values, std::uint32_t hint) const;
    /// Makes the values the centre of a cluster; returns its number.
    std::uint32_t add(std::span<const double> centre);

    [[nodiscard]] bool holds(std::uint32_t cluster, std::size_t plane, double value) const {
        return value >= array(cluster, low)[plane] && value <= array(cluster, high)[plane];
    }
    [[nodiscard]] std::span<const double> centre(std::uint32_t cluster) const {
        return {array(cluster, middle), planes_};
    }
    /// One over the centre, 0 where the centre is not positive.
    [[nodiscard]] std::span<const double> inverse(std::uint32_t cluster) const {
        return {array(cluster, reciprocal), planes_};
    }
    /// Whether all values of the centre are positive.
    [[nodiscard]] bool positive(std::uint32_t cluster) const { return positive_[cluster]; }

  private:
    enum Array : std::uint8_t { low, high, middle, reciprocal, unit, arrays };
    struct Difference {
        double squares = 0;
        double mean = 0;
    };
    using Bucket = std::vector<std::uint32_t>;

    [[nodiscard]] const double* array(std::uint32_t cluster, Array which) const {
        return numbers_.data() + (std::size_t{cluster} * arrays + which) * planes_;
    }
    void append(std::span<const double> centre);
    /// Breaks off, with more squares than that, once it is certain.
    [[nodiscard]] Difference difference(std::span<const double> values, std::uint32_t cluster,
                                        double most = std::numeric_limits<double>::infinity()) const;
    [[nodiscard]] std::optional<Match> fit(std::span<const double> values, std::uint32_t cluster) const;
    [[nodiscard]] std::uint32_t nearest_seed(std::span<const double> values, std::uint32_t hint,
                                             Difference& from_it) const;
    [[nodiscard]] std::optional<Match> find_added(std::span<const double> values) const;
    [[nodiscard]] std::int64_t bucket_of(double value) const;
    [[nodiscard]] std::uint64_t key_of(std::span<const double> values, std::size_t probe) const;
    void enter(std::uint32_t cluster);
    bool enter(std::uint32_t cluster, std::size_t probe);

    std::size_t planes_;
    Rule rule_;
    double clip_;  ///< a relative difference beyond this is clipped
    std::vector<double> numbers_;
    std::vector<bool> positive_;
    std::uint32_t count_ = 0;
    std::uint32_t seeds_ = 0;
    /// Lengths that are looked up together. At those of one probe a pair is inside at all, if it is outside
    /// at few enough altogether.
    std::vector<std::vector<std::size_t>> probes_;
    std::vector<std::unordered_map<std::uint64_t, Bucket>> buckets_;  ///< one map a probe
    Bucket everywhere_;  ///< clusters that would be in too many buckets
};

}  // namespace fabricmap::clusterizer
