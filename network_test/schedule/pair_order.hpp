// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

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

    /// The same, with another size.
    [[nodiscard]] Shuffle over(std::int64_t size) const noexcept;
    /// Its first positions alone.
    [[nodiscard]] Shuffle first(std::int64_t positions) const noexcept;

    [[nodiscard]] std::int64_t size() const noexcept { return positions_; }
    [[nodiscard]] std::int64_t at(std::int64_t position) const noexcept;

  private:
    [[nodiscard]] std::uint64_t once(std::uint64_t value) const noexcept;

    std::int64_t size_;
    std::int64_t positions_;
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

/// The order in which the pairs of some ranks are measured.
class PairOrder {
  public:
    /// `endpoints`: the ranks; must outlive the order.
    PairOrder(std::span<const int> endpoints, const Shuffle& shuffle) noexcept
        : endpoints_(endpoints), shuffle_(shuffle) {}
    [[nodiscard]] std::int64_t size() const noexcept { return shuffle_.size(); }
    [[nodiscard]] RankPair at(std::int64_t position) const noexcept {
        const RankPair pair = pair_numbered(shuffle_.at(position), static_cast<int>(endpoints_.size()));
        return {endpoints_[static_cast<std::size_t>(pair.sender)],
                endpoints_[static_cast<std::size_t>(pair.receiver)]};
    }

  private:
    std::span<const int> endpoints_;
    Shuffle shuffle_;
};

}  // namespace fabricmap::network_test
