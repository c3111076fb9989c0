// SPDX-License-Identifier: Apache-2.0
// What stands in the buffers before and after a call.
#pragma once

#include "collective_test/operations/variation.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace fabricmap::collective_test {

/// Blocks of bytes, side by side from `first` on, each with a pattern of its own.
struct ByteBlocks {
    std::byte* first;
    std::int64_t block_bytes;
    int count;

    [[nodiscard]] std::span<std::byte> block(int index) const noexcept {
        return {first + index * block_bytes, static_cast<std::size_t>(block_bytes)};
    }
};

/// Of a block that goes from a rank to a rank, or to any with `receiver` -1.
[[nodiscard]] std::uint64_t block_key(std::uint64_t key, int sender, int receiver) noexcept;

/// Bytes that differ from the pattern of that key in every bit, so that whoever writes nothing is found.
void fill_other_than_pattern(std::span<std::byte> bytes, std::uint64_t key) noexcept;

/// Rank r contributes factor(r)·element(i) at place i, positive whole numbers, so small that sums over up to
/// 4096 ranks are exact in the type, whatever the order in which they are added; and so are the largest and
/// the smallest, since the elements are positive.
class Summands {
  public:
    explicit Summands(std::uint64_t key, ElementType type = ElementType::float64,
                      Reduction reduction = Reduction::sum) noexcept
        : key_(key), type_(type), reduction_(reduction) {}

    void write(std::byte* buffer, std::int64_t bytes, int rank) const noexcept;
    /// Whether these are the results over ranks first ≤ r < end, of the places from `offset` on; bit by bit.
    [[nodiscard]] bool are_results(const std::byte* buffer, std::int64_t bytes, std::int64_t offset,
                                   int first, int end) const noexcept;

  private:
    [[nodiscard]] std::int64_t factor(int rank) const noexcept;
    [[nodiscard]] std::int64_t element(std::int64_t place) const noexcept;
    [[nodiscard]] std::int64_t factor_over(int first, int end) const noexcept;

    std::uint64_t key_;
    ElementType type_;
    Reduction reduction_;
};

}  // namespace fabricmap::collective_test
