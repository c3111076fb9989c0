// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/contents.hpp"

#include "base/mixing.hpp"
#include "measuring/page_buffer.hpp"

#include <algorithm>
#include <bit>

namespace fabricmap::collective_test {
namespace {

// Products of two numbers below 2^20 and 4096 = 2^12 of them make 2^52, which doubles hold exactly.
constexpr std::uint64_t summand_bound = std::uint64_t{1} << 20U;
constexpr std::uint64_t factor_stream = 0x66616374;
constexpr std::uint64_t element_stream = 0x656c656d;

double whole_number(std::uint64_t drawn) noexcept {
    return static_cast<double>(1 + drawn % (summand_bound - 1));
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

double Summands::factor(int rank) const noexcept {
    return whole_number(mix(key_ ^ factor_stream, static_cast<std::uint64_t>(rank)));
}

double Summands::element(std::int64_t place) const noexcept {
    return whole_number(mix(key_ ^ element_stream, static_cast<std::uint64_t>(place)));
}

void Summands::write(std::span<double> values, int rank) const noexcept {
    const double own = factor(rank);
    for (std::size_t at = 0; at < values.size(); ++at) {
        values[at] = own * element(static_cast<std::int64_t>(at));
    }
}

bool Summands::are_sums(std::span<const double> values, std::int64_t offset, int first,
                        int end) const noexcept {
    double factors = 0;
    for (int rank = first; rank < end; ++rank) factors += factor(rank);
    for (std::size_t at = 0; at < values.size(); ++at) {
        const double sum = factors * element(offset + static_cast<std::int64_t>(at));
        // By bits: 0 and −0 are equal else, and a flipped sign would go unseen.
        if (std::bit_cast<std::uint64_t>(values[at]) != std::bit_cast<std::uint64_t>(sum)) return false;
    }
    return true;
}

void Summands::write_no_sums(std::span<double> values) noexcept {
    std::fill(values.begin(), values.end(), -1.0);
}

std::span<double> doubles_in(std::byte* buffer, std::int64_t bytes) noexcept {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): page aligned, and bytes may hold doubles
    return {reinterpret_cast<double*>(buffer), static_cast<std::size_t>(bytes) / sizeof(double)};
}

}  // namespace fabricmap::collective_test
