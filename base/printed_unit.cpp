// SPDX-License-Identifier: Apache-2.0
#include "base/printed_unit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fabricmap {
namespace {

struct SpelledUnit {
    PrintedUnit unit;
    std::string_view other;  ///< spelling
};

constexpr double bits_of_a_byte = 8;
constexpr std::array spelled_units{
    SpelledUnit{{"GB/s", 1e9}, "GBps"},
    SpelledUnit{{"MB/s", 1e6}, "MBps"},
    SpelledUnit{{"GiB/s", 1024.0 * 1024.0 * 1024.0}, "GiBps"},
    SpelledUnit{{"MiB/s", 1024.0 * 1024.0}, "MiBps"},
    SpelledUnit{{"Gbit/s", 1e9 / bits_of_a_byte}, "Gbps"},
    SpelledUnit{{"Mbit/s", 1e6 / bits_of_a_byte}, "Mbps"},
    SpelledUnit{{"s", 0, 1}, "sec"},
    SpelledUnit{{"ms", 0, 1e-3}, "msec"},
    SpelledUnit{{"us", 0, 1e-6}, "usec"},
    SpelledUnit{{"ns", 0, 1e-9}, "nsec"},
};

}  // namespace

double PrintedUnit::seconds_of(double value, double bytes) const noexcept {
    if (!std::isfinite(value) || value <= 0) return std::numeric_limits<double>::quiet_NaN();
    return is_bandwidth() ? bytes / (value * bytes_per_second) : value * seconds;
}

std::optional<PrintedUnit> unit_named(std::string_view word) noexcept {
    const auto* const found =
        std::find_if(spelled_units.begin(), spelled_units.end(),
                     [&](const SpelledUnit& one) { return word == one.unit.name || word == one.other; });
    if (found == spelled_units.end()) return std::nullopt;
    return found->unit;
}

std::optional<PrintedUnit> unit_in(std::string_view heading) noexcept {
    constexpr std::string_view separators = " \t_()[],;:";
    while (!heading.empty()) {
        const std::size_t end = heading.find_last_not_of(separators);
        if (end == std::string_view::npos) break;
        heading = heading.substr(0, end + 1);
        const std::size_t before = heading.find_last_of(separators);
        const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
        if (const auto unit = unit_named(heading.substr(begin))) return unit;
        heading = heading.substr(0, begin);
    }
    return std::nullopt;
}

std::string_view known_units() noexcept {
    return "GB/s, MB/s, GiB/s, MiB/s, Gbit/s, Mbit/s, s, ms, us, ns";
}

}  // namespace fabricmap
