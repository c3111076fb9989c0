// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/contents.hpp"

#include "base/mixing.hpp"
#include "measuring/page_buffer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace fabricmap::collective_test {
namespace {

constexpr std::uint64_t factor_stream = 0x66616374;
constexpr std::uint64_t element_stream = 0x656c656d;

/// Below which numbers are drawn: products of two, and sums of 4096 = 2^12 of these, are exact in 53, 24 and
/// 31 bits.
struct Bounds {
    std::uint64_t factors;
    std::uint64_t elements;
};

constexpr Bounds bounds_of_numbers(ElementType type) noexcept {
    if (type == ElementType::float32) return {std::uint64_t{1} << 5U, std::uint64_t{1} << 7U};
    if (type == ElementType::int32) return {std::uint64_t{1} << 8U, std::uint64_t{1} << 11U};
    return {std::uint64_t{1} << 20U, std::uint64_t{1} << 20U};
}

std::int64_t whole_number(std::uint64_t drawn, std::uint64_t bound) noexcept {
    return static_cast<std::int64_t>(1 + drawn % (bound - 1));
}

/// `take` gets each place, and where its number of the type stands.
template <typename Number, typename Take>
bool each_number(std::int64_t bytes, const Take& take) {
    for (std::int64_t place = 0; place < bytes / static_cast<std::int64_t>(sizeof(Number)); ++place) {
        if (!take(place, place * static_cast<std::int64_t>(sizeof(Number)), Number())) return false;
    }
    return true;
}

template <typename Take>
bool each_number_of(ElementType type, std::int64_t bytes, const Take& take) {
    switch (type) {
        case ElementType::float32:
            return each_number<float>(bytes, take);
        case ElementType::int64:
            return each_number<std::int64_t>(bytes, take);
        case ElementType::int32:
            return each_number<std::int32_t>(bytes, take);
        case ElementType::float64:
            break;
    }
    return each_number<double>(bytes, take);
}

}  // namespace

std::uint64_t block_key(std::uint64_t key, int sender, int receiver) noexcept {
    const auto from = static_cast<std::uint64_t>(std::int64_t{sender} + 1);
    const auto to = static_cast<std::uint64_t>(std::int64_t{receiver} + 1);
    return mix(mix(key, from), to);
}

void fill_other_than_pattern(std::span<std::byte> bytes, std::uint64_t key) noexcept {
    fill_pattern(bytes, key);
    for (std::byte& byte : bytes) byte = ~byte;
}

std::int64_t Summands::factor(int rank) const noexcept {
    return whole_number(mix(key_ ^ factor_stream, static_cast<std::uint64_t>(rank)),
                        bounds_of_numbers(type_).factors);
}

std::int64_t Summands::element(std::int64_t place) const noexcept {
    return whole_number(mix(key_ ^ element_stream, static_cast<std::uint64_t>(place)),
                        bounds_of_numbers(type_).elements);
}

std::int64_t Summands::factor_over(int first, int end) const noexcept {
    std::int64_t all = factor(first);
    for (int rank = first + 1; rank < end; ++rank) {
        const std::int64_t own = factor(rank);
        if (reduction_ == Reduction::sum) all += own;
        if (reduction_ == Reduction::max) all = std::max(all, own);
        if (reduction_ == Reduction::min) all = std::min(all, own);
    }
    return all;
}

void Summands::write(std::byte* buffer, std::int64_t bytes, int rank) const noexcept {
    const std::int64_t own = factor(rank);
    each_number_of(type_, bytes, [&](std::int64_t place, std::int64_t at, auto number) {
        number = static_cast<decltype(number)>(own * element(place));
        std::memcpy(buffer + at, &number, sizeof number);
        return true;
    });
}

bool Summands::are_results(const std::byte* buffer, std::int64_t bytes, std::int64_t offset, int first,
                           int end) const noexcept {
    const std::int64_t factors = factor_over(first, end);
    return each_number_of(type_, bytes, [&](std::int64_t place, std::int64_t at, auto number) {
        number = static_cast<decltype(number)>(factors * element(offset + place));
        // By bits: 0 and −0 are equal else, and a flipped sign would go unseen.
        const auto expected = std::bit_cast<std::array<std::byte, sizeof number>>(number);
        return std::equal(expected.begin(), expected.end(), buffer + at);
    });
}

}  // namespace fabricmap::collective_test
