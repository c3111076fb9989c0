// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/timestamp.hpp"

#include <array>
#include <chrono>
#include <limits>

namespace fabricmap::diagnosis {

double unix_time_s(std::string_view iso_utc) noexcept {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    constexpr std::string_view form = "0000-00-00T00:00:00Z";
    if (iso_utc.size() != form.size()) return unknown;
    std::array<int, 6> parts{};
    std::size_t part = 0;
    for (std::size_t at = 0; at < form.size(); ++at) {
        const char letter = iso_utc[at];
        if (form[at] == '0') {
            if (letter < '0' || letter > '9') return unknown;
            parts.at(part) = 10 * parts.at(part) + (letter - '0');
        } else {
            if (letter != form[at]) return unknown;
            ++part;
        }
    }
    using namespace std::chrono;
    const year_month_day date{year(parts[0]), month(static_cast<unsigned>(parts[1])),
                              day(static_cast<unsigned>(parts[2]))};
    // 60 is a leap second.
    if (!date.ok() || parts[3] > 23 || parts[4] > 59 || parts[5] > 60) return unknown;
    const auto moment = sys_days(date) + hours(parts[3]) + minutes(parts[4]) + seconds(parts[5]);
    return static_cast<double>(moment.time_since_epoch().count());
}

}  // namespace fabricmap::diagnosis
