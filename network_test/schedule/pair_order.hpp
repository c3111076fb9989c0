// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fabricmap::network_test {

/// An ordered pair of ranks.
struct RankPair {
    std::int32_t sender = 0;
    std::int32_t receiver = 0;

    friend bool operator==(const RankPair&, const RankPair&) = default;
};

/// A shuffle of the numbers 0 to size - 1 that every rank can compute position by position, in memory that
/// does not grow with the size: a four-round Feistel network over the next even number of bits, walked until
/// the result is below the size (Black and Rogaway, CT-RSA 2002).
class Shuffle {
  public:
    Shuffle(std::int64_t size, std::uint64_t key) noexcept;
    /// Leaves every number where it is.
    [[nodiscard]] static Shuffle none(std::int64_t size) noexcept;

    [[nodiscard]] std::int64_t size() const noexcept { return size_; }
    [[nodiscard]] std::int64_t at(std::int64_t position) const noexcept;

  private:
    [[nodiscard]] std::uint64_t once(std::uint64_t value) const noexcept;

    std::int64_t size_;
    std::uint64_t key_;
    unsigned half_bits_;
    bool shuffled_ = true;
};

/// How many ordered pairs of different ranks there are.
[[nodiscard]] constexpr std::int64_t pair_count(int ranks) noexcept {
    return std::int64_t{ranks} * (ranks - 1);
}

/// The ordered pairs of `ranks` ranks, row by row without the diagonal: index 0 is (0,1).
[[nodiscard]] RankPair pair_numbered(std::int64_t index, int ranks) noexcept;

/// The order in which the pairs of a plane are measured.
class PairOrder {
  public:
    PairOrder(int ranks, const Shuffle& shuffle) noexcept : ranks_(ranks), shuffle_(shuffle) {}
    [[nodiscard]] std::int64_t size() const noexcept { return shuffle_.size(); }
    [[nodiscard]] RankPair at(std::int64_t position) const noexcept {
        return pair_numbered(shuffle_.at(position), ranks_);
    }

  private:
    int ranks_;
    Shuffle shuffle_;
};

}  // namespace fabricmap::network_test
