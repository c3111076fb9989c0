// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fabricmap::clusterizer {

/// The clusters of several ranges taken together: pairs are of one cluster where they are of one in each of
/// the ranges. Such clusters keep the rules of all of them.
class JointClusters {
  public:
    explicit JointClusters(std::size_t most = std::numeric_limits<std::uint32_t>::max()) : most_(most) {}

    /// Takes the pairs' labels in the next range and puts in the place of their labels so far those that they
    /// have together. `ranges_before` says how many ranges have been joined in them, one or more. Labels are
    /// numbered as they are met. False, with the labels half done, as soon as there are more clusters than
    /// the most.
    [[nodiscard]] bool join(std::size_t ranges_before, std::span<std::uint32_t> labels,
                            std::span<const std::uint32_t> next);

    /// Of the ranges joined.
    [[nodiscard]] std::size_t count() const noexcept {
        return steps_.empty() ? 0 : steps_.back().pairs.size();
    }
    /// Of which clusters of the ranges that is, one a range.
    [[nodiscard]] std::vector<std::uint32_t> members(std::uint32_t cluster) const;

  private:
    using Pair = std::pair<std::uint32_t, std::uint32_t>;  ///< label so far, label in the next range
    struct Step {
        std::unordered_map<std::uint64_t, std::uint32_t> numbers;
        std::vector<Pair> pairs;
    };
    std::size_t most_;
    std::vector<Step> steps_;
};

}  // namespace fabricmap::clusterizer
