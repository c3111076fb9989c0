// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace fabricmap {

/// How many messages of a stream are in flight before an answer is awaited: so many that they hold `bytes`
/// together, within two bounds. What a window takes is the transfer of its bytes and one answer, so the
/// answer weighs the less the more bytes are in flight.
struct StreamWindow {
    std::int64_t bytes = std::int64_t{16} << 20U;
    std::int64_t min = 2;
    std::int64_t max = 64;

    /// A window of so many messages, whatever their length.
    [[nodiscard]] static StreamWindow of_messages(std::int64_t messages) noexcept {
        return {.min = messages, .max = messages};
    }
    /// Messages in flight of that length; at least 1.
    [[nodiscard]] std::int64_t messages(std::int64_t length_bytes) const noexcept {
        return std::clamp(bytes / std::max<std::int64_t>(length_bytes, 1), min, max);
    }
    /// "64 messages" or "2 to 64 messages, 16M where that is between".
    [[nodiscard]] std::string text() const;

    friend bool operator==(const StreamWindow& one, const StreamWindow& other) noexcept {
        return one.min == other.min && one.max == other.max &&
               (one.min == one.max || one.bytes == other.bytes);
    }
};

/// Empty where there is none.
[[nodiscard]] std::string window_text(const std::optional<StreamWindow>& window);

}  // namespace fabricmap
