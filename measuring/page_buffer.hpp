// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace fabricmap {

/// Memory for messages: page aligned, and touched by the rank that made it, so that it lies in that rank's
/// NUMA node.
class PageBuffer {
  public:
    /// Throws RunError with the size where the system has not that much.
    explicit PageBuffer(std::int64_t bytes);
    ~PageBuffer();
    PageBuffer(PageBuffer&& other) noexcept;
    PageBuffer& operator=(PageBuffer&&) = delete;
    PageBuffer(const PageBuffer&) = delete;
    PageBuffer& operator=(const PageBuffer&) = delete;

    [[nodiscard]] std::byte* data() const noexcept { return data_; }
    [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::span<std::byte> first(std::int64_t bytes) const noexcept {
        return {data_, static_cast<std::size_t>(bytes)};
    }

  private:
    std::byte* data_ = nullptr;
    std::int64_t bytes_ = 0;
};

/// Fills the bytes with a pattern that depends on the key; no two keys share one. `first`: where in the
/// pattern they begin, a multiple of 8.
void fill_pattern(std::span<std::byte> bytes, std::uint64_t key, std::int64_t first = 0) noexcept;

/// Whether the bytes hold just that part of the pattern.
[[nodiscard]] bool holds_pattern(std::span<const std::byte> bytes, std::uint64_t key,
                                 std::int64_t first = 0) noexcept;

}  // namespace fabricmap
