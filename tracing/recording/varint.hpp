// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace fabricmap::tracing {

/// The most bytes that a varint takes.
inline constexpr std::size_t max_varint_bytes = 10;

/// Larger numbers, which are rare.
[[nodiscard, gnu::noinline]] inline unsigned char* put_large_varint(unsigned char* out,
                                                                    std::uint64_t value) noexcept {
    while (value >= 0x80U) {
        *out++ = static_cast<unsigned char>(value | 0x80U);
        value >>= 7U;
    }
    *out++ = static_cast<unsigned char>(value);
    return out;
}

/// Writes a number in groups of seven bits, the lowest first (LEB128); returns what follows it. There is room
/// for max_varint_bytes, of which those after the number may be written, too.
[[nodiscard, gnu::always_inline]] inline unsigned char* put_varint(unsigned char* out,
                                                                   std::uint64_t value) noexcept {
    // Times vary, so that a processor would guess wrong how many bytes they take.
    if (value < std::uint64_t{1} << 28U) {
        const auto bits = static_cast<std::uint32_t>(value);
        const unsigned more = static_cast<unsigned>(std::bit_width(bits | 1U) - 1) * 37U >> 8U;
        const std::uint32_t groups =
            (bits & 0x7fU) | (bits & 0x3f80U) << 1U | (bits & 0x1fc000U) << 2U | (bits & 0xfe00000U) << 3U;
        const std::uint32_t bytes = groups | (0x808080U & ((1U << 8U * more) - 1U));
        std::memcpy(out, &bytes, sizeof bytes);
        return out + more + 1;
    }
    return put_large_varint(out, value);
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
