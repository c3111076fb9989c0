// SPDX-License-Identifier: Apache-2.0
// What stands in the buffers before and after a call.
#pragma once

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

/// Rank r contributes factor(r)·element(i) at place i, whole numbers: sums over ranks are exact, whatever the
/// order in which they are added, for up to 4096 ranks.
class Summands {
  public:
    explicit Summands(std::uint64_t key) noexcept : key_(key) {}

    void write(std::span<double> values, int rank) const noexcept;
    /// Whether the values are the sums over ranks first ≤ r < end, of the places from `offset` on.
    [[nodiscard]] bool are_sums(std::span<const double> values, std::int64_t offset, int first,
                                int end) const noexcept;
    /// Writes what no sum is.
    static void write_no_sums(std::span<double> values) noexcept;

  private:
    [[nodiscard]] double factor(int rank) const noexcept;
    [[nodiscard]] double element(std::int64_t place) const noexcept;

    std::uint64_t key_;
};

/// Doubles that lie in the first bytes of a buffer.
[[nodiscard]] std::span<double> doubles_in(std::byte* buffer, std::int64_t bytes) noexcept;

}  // namespace fabricmap::collective_test
