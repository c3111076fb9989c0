// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/pair_order.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <bit>

namespace fabricmap::network_test {
namespace {

constexpr unsigned feistel_rounds = 4;

}  // namespace

Shuffle::Shuffle(std::int64_t size, std::uint64_t key) noexcept
    : size_(size),
      positions_(size),
      key_(key),
      half_bits_((static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(size))) + 1U) / 2U) {}

Shuffle Shuffle::none(std::int64_t size) noexcept {
    Shuffle identity(size, 0);
    identity.shuffled_ = false;
    return identity;
}

Shuffle Shuffle::over(std::int64_t size) const noexcept {
    return shuffled_ ? Shuffle(size, key_) : none(size);
}

Shuffle Shuffle::first(std::int64_t positions) const noexcept {
    Shuffle part = *this;
    part.positions_ = std::min(positions, positions_);
    return part;
}

std::int64_t Shuffle::at(std::int64_t position) const noexcept {
    if (!shuffled_) return position;
    auto value = static_cast<std::uint64_t>(position);
    do {
        value = once(value);
    } while (value >= static_cast<std::uint64_t>(size_));
    return static_cast<std::int64_t>(value);
}

std::uint64_t Shuffle::once(std::uint64_t value) const noexcept {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = value >> half_bits_;
    std::uint64_t right = value & mask;
    for (unsigned round = 0; round < feistel_rounds; ++round) {
        const std::uint64_t mixed = left ^ (mix(key_ + round, right) & mask);
        left = right;
        right = mixed;
    }
    return (left << half_bits_) | right;
}

PerEndpoint<RankIndex> ranks_of(std::span<const int> endpoints) {
    PerEndpoint<RankIndex> ranks;
    ranks.reserve(endpoints.size());
    for (const int rank : endpoints) ranks.push_back(RankIndex{rank});
    return ranks;
}

}  // namespace fabricmap::network_test
