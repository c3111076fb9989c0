// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fabricmap {

/// The number that the whole word is, with a decimal point whatever the locale.
template <typename Number>
[[nodiscard]] std::optional<Number> read_number(std::string_view word) {
    Number value{};
    const char* const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc() || rest != end) return std::nullopt;
    return value;
}

/// Seconds: "12us", "1.5ms", "3s", "200ns", or a number of seconds. Finite; the sign is free.
[[nodiscard]] std::optional<double> read_seconds(std::string_view word);

/// A share: "2%" or "0.02".
[[nodiscard]] std::optional<double> read_share(std::string_view word);

/// Bytes a second: "100Mbit", "25Gbit" (powers of 1000, eight bits to the byte), "12.5GB", "3MB".
[[nodiscard]] std::optional<double> read_rate(std::string_view word);

/// The text without blanks, tabs and carriage returns at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

/// The parts between the separators; one more than there are of them.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

/// "a, b, c": texts or whole numbers, with `between` between them.
template <typename Range>
[[nodiscard]] std::string joined_by(const Range& range, std::string_view between) {
    std::string text;
    bool is_first = true;
    for (const auto& item : range) {
        if (!is_first) text += between;
        is_first = false;
        if constexpr (std::is_convertible_v<decltype(item), std::string_view>) {
            text += item;
        } else {
            text += std::to_string(item);
        }
    }
    return text;
}

/// "1 host", "3 hosts".
[[nodiscard]] std::string counted(std::int64_t count, std::string_view thing);

/// A size as one says it, in powers of 1000: "839 MB", "41.2 kB", "12 bytes".
[[nodiscard]] std::string format_bytes(double bytes);

/// A span of time as one says it: "1 h 05 min", "3 min 20 s", "12 s", "0.3 s".
[[nodiscard]] std::string format_duration(double seconds);

}  // namespace fabricmap
