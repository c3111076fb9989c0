// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"

#include <cstdint>
#include <span>

namespace fabricmap::network_test {

/// Of a rank among those that are measured, which may be fewer than the job has.
enum EndpointIndex : std::int32_t {};
template <typename Value>
using PerEndpoint = Indexed<EndpointIndex, Value>;

/// Two of a sort, in their order.
template <typename Number>
struct OrderedPair {
    Number sender{};
    Number receiver{};

    friend bool operator==(const OrderedPair&, const OrderedPair&) = default;
};
using RankPair = OrderedPair<RankIndex>;

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

/// The ordered pairs of so many, row by row without the diagonal: index 0 is (0,1).
template <typename Number>
[[nodiscard]] constexpr OrderedPair<Number> pair_numbered(std::int64_t index, std::int64_t count) noexcept {
    const std::int64_t sender = index / (count - 1);
    const std::int64_t among_others = index % (count - 1);
    return {Number(sender), Number(among_others < sender ? among_others : among_others + 1)};
}

[[nodiscard]] PerEndpoint<RankIndex> ranks_of(std::span<const int> endpoints);

/// The order in which the pairs of some ranks are measured.
class PairOrder {
  public:
    /// `endpoints`: the ranks.
    PairOrder(std::span<const int> endpoints, const Shuffle& shuffle)
        : rank_of_(ranks_of(endpoints)), shuffle_(shuffle) {}
    [[nodiscard]] std::int64_t size() const noexcept { return shuffle_.size(); }
    [[nodiscard]] RankPair at(std::int64_t position) const noexcept {
        const auto pair = pair_numbered<EndpointIndex>(shuffle_.at(position), std::ssize(rank_of_));
        return {rank_of_[pair.sender], rank_of_[pair.receiver]};
    }

  private:
    PerEndpoint<RankIndex> rank_of_;
    Shuffle shuffle_;
};

}  // namespace fabricmap::network_test
