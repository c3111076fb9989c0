// SPDX-License-Identifier: Apache-2.0
// What the rows of operations are made of; each stands in the file of its operation.
#pragma once

#include "collective_test/operations/twin_call.hpp"

#include <limits>

namespace fabricmap::collective_test {

using Total = decltype(Operation::total_length);
using Need = decltype(Operation::buffers);
using Limit = decltype(Operation::limit);

constexpr double bytes(std::int64_t message_length, int blocks) {
    return static_cast<double>(message_length) * blocks;
}

// What is handed to ranks: one buffer, a block of each rank or for each, a block of each for each.
inline constexpr Total one = [](std::int64_t m, int /*ranks*/) { return bytes(m, 1); };
inline constexpr Total blocks = [](std::int64_t m, int ranks) { return bytes(m, ranks); };
inline constexpr Total blocks_of_blocks = [](std::int64_t m, int ranks) { return bytes(m, ranks) * ranks; };

inline constexpr Need no_buffers = [](std::int64_t, int, bool) { return BufferNeed{}; };
inline constexpr Need out_alone = [](std::int64_t m, int, bool) { return BufferNeed{bytes(m, 1), 0}; };
inline constexpr Need one_each = [](std::int64_t m, int, bool) {
    return BufferNeed{bytes(m, 1), bytes(m, 1)};
};
inline constexpr Need one_at_root = [](std::int64_t m, int, bool is_root) {
    return BufferNeed{bytes(m, 1), is_root ? bytes(m, 1) : 0};
};
inline constexpr Need in_at_root = [](std::int64_t m, int ranks, bool is_root) {
    return BufferNeed{bytes(m, 1), is_root ? bytes(m, ranks) : 0};
};
inline constexpr Need out_of_root = [](std::int64_t m, int ranks, bool is_root) {
    return BufferNeed{is_root ? bytes(m, ranks) : 0, bytes(m, 1)};
};
inline constexpr Need all_in = [](std::int64_t m, int ranks, bool) {
    return BufferNeed{bytes(m, 1), bytes(m, ranks)};
};
inline constexpr Need all_out = [](std::int64_t m, int ranks, bool) {
    return BufferNeed{bytes(m, ranks), bytes(m, 1)};
};
inline constexpr Need all_both = [](std::int64_t m, int ranks, bool) {
    return BufferNeed{bytes(m, ranks), bytes(m, ranks)};
};

// Of doubles; unsupported_reason() asks for as many of these as a variation has elements.
inline constexpr double max_doubles = std::numeric_limits<int>::max();
inline constexpr std::string_view too_many_doubles = "MPI counts the elements of a sum in 31 bits";
inline constexpr Limit sum_limit = [](std::int64_t m, int, bool) {
    return bytes(m, 1) / sizeof(double) > max_doubles ? too_many_doubles : std::string_view();
};
inline constexpr Limit block_sum_limit = [](std::int64_t m, int ranks, bool) {
    return bytes(m, ranks) / sizeof(double) > max_doubles ? too_many_doubles : std::string_view();
};

template <typename Class, Twin twin>
std::unique_ptr<Call> make_call(const CallShape& shape) {
    return std::make_unique<Class>(shape, twin);
}

/// The blocking operation, and its twin of that name; a Class makes both calls.
template <typename Class>
constexpr Twins twins(std::string_view twin_name, Operation traits) {
    Operation other = traits;
    traits.make = make_call<Class, Twin::blocking>;
    other.name = twin_name;
    other.blocking = traits.name;
    other.make = make_call<Class, Twin::non_blocking>;
    return {traits, other};
}

inline constexpr bool rooted = true;
inline constexpr bool rootless = false;

constexpr Operation moving(std::string_view name, bool has_root, Total total, Need need,
                           Limit limit = nullptr) {
    return {.name = name, .has_root = has_root, .total_length = total, .buffers = need, .limit = limit};
}

constexpr Operation in_place_too(Operation operation) {
    operation.allows_in_place = true;
    return operation;
}

constexpr Operation summing(std::string_view name, bool has_root, Total total, Need need, Limit limit) {
    Operation operation = moving(name, has_root, total, need, limit);
    operation.reduces = true;
    return operation;
}

}  // namespace fabricmap::collective_test
