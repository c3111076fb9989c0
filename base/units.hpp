// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fabricmap {

/// What values are: seconds, how many there are of something, how many times more than something else, or
/// bytes a second.
enum class Quantity : std::uint8_t { delay, count, ratio, rate };

/// A unit that people read: "µs" with 1e6 of them in a second. The name of the count's unit is empty; ratios
/// are "times".
struct DisplayUnit {
    std::string_view name;
    double per_base_unit = 1;
};

/// The unit in which the largest value of a table or scale has one to three digits before the point.
[[nodiscard]] DisplayUnit unit_for(double largest, Quantity quantity) noexcept;

/// The value with as many significant digits and its unit, such as "12.3 µs"; a count as "42".
[[nodiscard]] std::string format_value(double value, Quantity quantity, int significant_digits = 3);

/// A span of time with three significant digits: "12.3 µs".
[[nodiscard]] inline std::string format_delay(double seconds) {
    return format_value(seconds, Quantity::delay);
}

/// Bytes a second, in powers of 1000: "12.6 GB/s".
[[nodiscard]] inline std::string format_rate(double bytes_per_s) {
    return format_value(bytes_per_s, Quantity::rate);
}

/// "12.6 of 125 MB/s": both in the unit of the second.
[[nodiscard]] std::string format_rate_of(double bytes_per_s, double typical_bytes_per_s);

/// The number alone, as it reads in that unit; never with an exponent.
[[nodiscard]] std::string format_number(double value, const DisplayUnit& unit, int significant_digits = 3);

/// A number without a unit: "3.1", "1710".
[[nodiscard]] inline std::string format_plain(double value, int significant_digits = 3) {
    return format_number(value, {}, significant_digits);
}

/// A factor: to so many digits as a number is, but what lies within 5 % of 1 with two figures of what it
/// lies beyond 1: "1.0043", not "1".
[[nodiscard]] std::string format_factor(double factor, int significant_digits = 3);

/// A share as one says it: "4.4 %", "170 %"; from tenfold on "740 times".
[[nodiscard]] std::string format_share(double fraction, int significant_digits = 3);

}  // namespace fabricmap
