// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/timestamp.hpp"

#include <ctime>
#include <limits>
#include <string>

namespace fabricmap::diagnosis {

double unix_time_s(std::string_view iso_utc) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    constexpr std::string_view form = "0000-00-00T00:00:00Z";
    if (iso_utc.size() != form.size()) return unknown;
    std::tm given{};
    const std::string text(iso_utc);
    const char* const end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &given);
    if (end == nullptr || *end != '\0') return unknown;
    // A day that no month has becomes one of the next month.
    std::tm moment = given;
    const std::time_t seconds = timegm(&moment);
    return moment.tm_mday == given.tm_mday ? static_cast<double>(seconds) : unknown;
}

}  // namespace fabricmap::diagnosis
