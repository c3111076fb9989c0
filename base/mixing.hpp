// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace fabricmap {

/// A well-mixed function of 64 bits (the finaliser of SplitMix64: Steele, Lea, Flood, OOPSLA 2014): the same
/// on every rank and every machine, which the distributions of the standard library do not promise.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t value) noexcept {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t first, std::uint64_t second) noexcept {
    return mix(mix(first) ^ second);
}

/// A number below `bound`, drawn from the state, which moves on.
[[nodiscard]] constexpr std::uint64_t draw_below(std::uint64_t& state, std::uint64_t bound) noexcept {
    state = mix(state);
    return state % bound;
}

/// Puts the items into an order drawn from the state, which moves on (Fisher and Yates, in Durstenfeld's
/// form).
template <typename Item>
constexpr void shuffle(std::span<Item> items, std::uint64_t& state) noexcept {
    for (std::size_t left = items.size(); left > 1; --left) {
        std::swap(items[left - 1], items[draw_below(state, left)]);
    }
}

/// Whether an item belongs to a sample of one in `share`: of so many in a row one is drawn by chance, so that
/// no pattern in their order is met more often than others, nor missed.
[[nodiscard]] constexpr bool is_drawn(std::uint64_t number, std::uint64_t share) noexcept {
    return number % share == mix(number / share) % share;
}

/// Calls `visit` with each of those below `count`.
template <typename Visit>
constexpr void visit_drawn(std::uint64_t count, std::uint64_t share, const Visit& visit) {
    for (std::uint64_t part = 0; part * share < count; ++part) {
        const std::uint64_t number = part * share + mix(part) % share;
        if (number < count) visit(number);
    }
}

}  // namespace fabricmap
