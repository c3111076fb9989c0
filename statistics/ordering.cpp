// SPDX-License-Identifier: Apache-2.0
#include "statistics/ordering.hpp"

#include <array>
#include <cstdint>

namespace fabricmap {
namespace {

constexpr std::uint32_t sign_bit = 0x8000'0000U;
constexpr int bits_of_digit = 11;
constexpr int digits = 3;
constexpr std::uint32_t max_digit = (1U << bits_of_digit) - 1;

/// As large as the number is among numbers.
std::uint32_t key_of(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & sign_bit) != 0 ? ~bits : bits | sign_bit;
}

float number_of(std::uint32_t key) noexcept {
    return std::bit_cast<float>((key & sign_bit) != 0 ? key & ~sign_bit : ~key);
}

std::size_t digit_of(std::uint32_t key, int digit) noexcept {
    return (key >> (digit * bits_of_digit)) & max_digit;
}

}  // namespace

void sort_numbers(std::vector<float>& values) {
    constexpr std::size_t few = 300;
    if (values.size() < few) {
        std::sort(values.begin(), values.end());
        return;
    }
    std::vector<std::uint32_t> keys(values.size());
    std::transform(values.begin(), values.end(), keys.begin(), key_of);
    std::array<std::array<std::size_t, max_digit + 1>, digits> ends{};
    for (const std::uint32_t key : keys) {
        for (int digit = 0; digit < digits; ++digit)
            ++ends[static_cast<std::size_t>(digit)][digit_of(key, digit)];
    }
    std::vector<std::uint32_t> sorted(keys.size());
    for (int digit = 0; digit < digits; ++digit) {
        auto& of_digit = ends[static_cast<std::size_t>(digit)];
        std::size_t first = 0;
        for (std::size_t& place : of_digit) first += std::exchange(place, first);
        for (const std::uint32_t key : keys) sorted[of_digit[digit_of(key, digit)]++] = key;
        keys.swap(sorted);
    }
    std::transform(keys.begin(), keys.end(), values.begin(), number_of);
}

}  // namespace fabricmap
