// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/natural_order.hpp"

#include <algorithm>

namespace fabricmap::viewer {
namespace {

bool is_digit(char character) noexcept {
    return character >= '0' && character <= '9';
}

/// Takes the number at the beginning away; without leading zeros longer numbers are greater ones.
std::string_view take_number(std::string_view& text) noexcept {
    const auto end =
        static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
    std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return digits;
}

/// Negative, zero or positive.
int compare_naturally(std::string_view one, std::string_view other) noexcept {
    while (!one.empty() && !other.empty()) {
        if (is_digit(one.front()) && is_digit(other.front())) {
            const std::string_view number = take_number(one);
            const std::string_view other_number = take_number(other);
            if (number.size() != other_number.size()) return number.size() < other_number.size() ? -1 : 1;
            if (const int order = number.compare(other_number); order != 0) return order;
        } else {
            if (one.front() != other.front()) return one.front() < other.front() ? -1 : 1;
            one.remove_prefix(1);
            other.remove_prefix(1);
        }
    }
    return static_cast<int>(!one.empty()) - static_cast<int>(!other.empty());
}

}  // namespace

bool naturally_before(std::string_view one, std::string_view other) noexcept {
    const int order = compare_naturally(one, other);
    // "node01" and "node1" are different hosts.
    return order != 0 ? order < 0 : one < other;
}

}  // namespace fabricmap::viewer
