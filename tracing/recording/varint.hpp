// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fabricmap::tracing {

/// The most bytes that a varint takes.
inline constexpr std::size_t max_varint_bytes = 10;

/// Writes a number in groups of seven bits, the lowest first (LEB128); returns what follows it.
[[nodiscard]] inline unsigned char* put_varint(unsigned char* out, std::uint64_t value) noexcept {
    while (value >= 0x80U) {
        *out++ = static_cast<unsigned char>(value | 0x80U);
        value >>= 7U;
    }
    *out++ = static_cast<unsigned char>(value);
    return out;
}

/// A signed number as one that is small where it is near 0.
[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t value) noexcept {
    return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63U);
}

[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t value) noexcept {
    return static_cast<std::int64_t>(value >> 1U) ^ -static_cast<std::int64_t>(value & 1U);
}

[[nodiscard]] inline unsigned char* put_signed(unsigned char* out, std::int64_t value) noexcept {
    return put_varint(out, zigzag(value));
}

/// Reads what put_varint wrote, and stays within its bytes: afterwards `failed` says whether they were
/// enough.
class VarintReader {
  public:
    explicit VarintReader(std::string_view bytes) : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

    [[nodiscard]] bool at_end() const noexcept { return next_ == end_; }
    [[nodiscard]] bool failed() const noexcept { return failed_; }
    [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - next_); }

    std::uint64_t get() noexcept {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && next_ != end_; shift += 7) {
            const auto byte = static_cast<unsigned char>(*next_++);
            value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
            if (byte < 0x80U) return value;
        }
        fail();
        return 0;
    }
    std::int64_t get_signed() noexcept { return unzigzag(get()); }
    void skip(std::uint64_t bytes) noexcept {
        if (bytes > left()) return fail();
        next_ += bytes;
    }
    void fail() noexcept {
        failed_ = true;
        next_ = end_;
    }

  private:
    const char* next_;
    const char* end_;
    bool failed_ = false;
};

}  // namespace fabricmap::tracing
