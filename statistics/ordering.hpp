// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace fabricmap {

/// Puts that value at its place, counted from 0, that stands there when the values are sorted; those before
/// it are no larger and those after it no smaller. Does what std::nth_element does and takes a third of the
/// time of many values, as nothing in its loop depends on how a comparison ends.
template <typename Number>
void put_in_place(std::span<Number> values, std::size_t place) {
    constexpr std::size_t few = 32;
    // Bounds the steps on values in an unlucky order.
    std::size_t steps = 4 * static_cast<std::size_t>(std::bit_width(values.size()));
    while (values.size() > few && steps-- > 0) {
        const auto middle = [&](std::size_t a, std::size_t b, std::size_t c) {
            return std::max(std::min(values[a], values[b]),
                            std::min(std::max(values[a], values[b]), values[c]));
        };
        const std::size_t step = values.size() / 9;
        const Number one = middle(0, step, 2 * step);
        const Number two = middle(3 * step, 4 * step, 5 * step);
        const Number three = middle(6 * step, 7 * step, 8 * step);
        const Number pivot = std::max(std::min(one, two), std::min(std::max(one, two), three));
        const auto part = [&](const auto& is_left) {
            std::size_t left = 0;
            for (std::size_t at = 0; at < values.size(); ++at) {
                const Number value = values[at];
                values[at] = values[left];
                values[left] = value;
                left += static_cast<std::size_t>(is_left(value));
            }
            return left;
        };
        const std::size_t smaller = part([&](Number value) { return value < pivot; });
        if (place < smaller) {
            values = values.first(smaller);
            continue;
        }
        values = values.subspan(smaller);
        place -= smaller;
        if (smaller > 0) continue;
        // The pivot is the smallest: all that equal it.
        const std::size_t equal = part([&](Number value) { return !(pivot < value); });
        if (place < equal) return;
        values = values.subspan(equal);
        place -= equal;
    }
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(place), values.end());
}

/// Sorts numbers, ascending: many of them by their digits.
void sort_numbers(std::vector<float>& values);

}  // namespace fabricmap
