// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace fabricmap::rules {

/// The published words, which cannot be names. Other words of the language may be.
inline constexpr std::array<std::string_view, 9> reserved_words{
    "problem", "description", "find", "type", "where", "severity", "and", "or", "not"};
inline constexpr std::array<std::string_view, 2> reserved_operators{"eq", "ne"};

/// A unit, and what a number with it is multiplied or divided by: seconds, bytes, and fractions.
struct UnitInfo {
    std::string_view name;
    double times = 1;
    double divided_by = 1;  ///< exact, where 1e-6 would not be
};

inline constexpr std::array<UnitInfo, 9> units{{{"ns", 1, 1e9},
                                                {"us", 1, 1e6},
                                                {"ms", 1, 1e3},
                                                {"s", 1, 1},
                                                {"B", 1, 1},
                                                {"KiB", 1024, 1},
                                                {"MiB", 1048576, 1},
                                                {"GiB", 1073741824, 1},
                                                {"%", 1, 100}}};

[[nodiscard]] inline bool is_unit(std::string_view word) noexcept {
    return std::any_of(units.begin(), units.end(), [&](const UnitInfo& unit) { return unit.name == word; });
}

[[nodiscard]] inline bool is_reserved(std::string_view word) noexcept {
    return std::find(reserved_words.begin(), reserved_words.end(), word) != reserved_words.end() ||
           std::find(reserved_operators.begin(), reserved_operators.end(), word) != reserved_operators.end();
}

/// Whether the character may begin a name: a letter, "_", or any character beyond ASCII.
[[nodiscard]] constexpr bool begins_name(char character) noexcept {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           character == '_' || static_cast<unsigned char>(character) >= 0x80U;
}

[[nodiscard]] constexpr bool is_digit(char character) noexcept {
    return character >= '0' && character <= '9';
}

/// How many bytes of the beginning are a word of letters, digits and "_".
[[nodiscard]] constexpr std::size_t length_of_name(std::string_view text) noexcept {
    if (text.empty() || !begins_name(text.front())) return 0;
    std::size_t length = 1;
    while (length < text.size() && (begins_name(text[length]) || is_digit(text[length]))) ++length;
    return length;
}

[[nodiscard]] constexpr std::size_t digits_at(std::string_view text, std::size_t from) noexcept {
    std::size_t end = from;
    while (end < text.size() && is_digit(text[end])) ++end;
    return end - from;
}

/// How many bytes of the beginning are a number: "3", "0.5", "10e9", "1.5e-3".
[[nodiscard]] constexpr std::size_t length_of_number(std::string_view text) noexcept {
    std::size_t length = digits_at(text, 0);
    if (length == 0) return 0;
    if (length < text.size() && text[length] == '.' && digits_at(text, length + 1) > 0) {
        length += 1 + digits_at(text, length + 1);
    }
    if (length < text.size() && (text[length] == 'e' || text[length] == 'E')) {
        std::size_t exponent = length + 1;
        if (exponent < text.size() && (text[exponent] == '-' || text[exponent] == '+')) ++exponent;
        if (const std::size_t digits = digits_at(text, exponent); digits > 0) length = exponent + digits;
    }
    return length;
}

/// How many bytes of the beginning are a string with both quotes; 0 also where the second is missing.
[[nodiscard]] constexpr std::size_t length_of_string(std::string_view text) noexcept {
    if (text.empty() || text.front() != '"') return 0;
    const std::size_t end = text.find('"', 1);
    return end == std::string_view::npos ? 0 : end + 1;
}

}  // namespace fabricmap::rules
