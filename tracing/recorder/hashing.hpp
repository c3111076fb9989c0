// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recording/call_stream.hpp"

#include <cstddef>
#include <cstdint>

namespace fabricmap::tracing {

/// A sum of products, which do not wait for each other.
template <typename... Words>
[[nodiscard]] constexpr std::size_t hash_of_words(Words... words) noexcept {
    std::uint64_t sum = 0;
    std::uint64_t factor = 0x9e3779b97f4a7c15U;
    const auto add = [&](std::uint64_t word) {
        sum += word * factor;
        factor += 0x632be59bd9b4e01aU;
    };
    (add(words), ...);
    sum ^= sum >> 32U;
    return sum ^ (sum >> 15U);
}

/// A field of 32 bits, moved up.
[[nodiscard]] constexpr std::uint64_t at_bit(unsigned bit, std::int32_t field) noexcept {
    return std::uint64_t{static_cast<std::uint32_t>(field)} << bit;
}

/// Field by field, and none with its neighbour: a load of several that have just been written one by one
/// waits until all of them are in memory.
[[nodiscard]] constexpr std::size_t hash_of(const CallContext& context) noexcept {
    return hash_of_words(
        context.place ^ at_bit(48, static_cast<std::int32_t>(context.function)),
        at_bit(0, context.send_peer) ^ at_bit(20, context.receive_peer) ^ at_bit(40, context.communicator),
        at_bit(0, context.send_tag) ^ at_bit(32, context.receive_tag) ^ at_bit(20, context.window),
        static_cast<std::uint64_t>(context.send_bytes) ^ at_bit(40, context.list),
        static_cast<std::uint64_t>(context.receive_bytes) ^ at_bit(40, context.path));
}

[[nodiscard]] constexpr std::size_t hash_of(const Outcome& outcome) noexcept {
    return hash_of_words(at_bit(0, outcome.source) ^ outcome.is_cancelled << 32U, at_bit(0, outcome.tag),
                         static_cast<std::uint64_t>(outcome.bytes));
}

}  // namespace fabricmap::tracing
