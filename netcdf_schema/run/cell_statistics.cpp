// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/cell_statistics.hpp"

#include <cmath>
#include <limits>

namespace fabricmap {

double CellStatistics::value(Statistic statistic) const noexcept {
    switch (statistic) {
        case Statistic::minimum:
            return minimum;
        case Statistic::average:
            return average;
        case Statistic::median:
            return median;
        case Statistic::maximum:
            return maximum;
        case Statistic::deviation:
            return deviation;
        case Statistic::count:
            return static_cast<double>(count);
    }
    return std::numeric_limits<double>::quiet_NaN();
}

void CellStatistics::set(Statistic statistic, double value) noexcept {
    switch (statistic) {
        case Statistic::minimum:
            minimum = value;
            break;
        case Statistic::average:
            average = value;
            break;
        case Statistic::median:
            median = value;
            break;
        case Statistic::maximum:
            maximum = value;
            break;
        case Statistic::deviation:
            deviation = value;
            break;
        case Statistic::count:
            count = std::isnan(value) ? 0 : std::llround(value);
            break;
    }
}

void CellStatistics::repeat(const CellStatistics& later) noexcept {
    const bool was_corrupted = has(Quality::corrupted);
    *this = later;
    if (was_corrupted) flag(Quality::corrupted);
}

CellStatistics CellStatistics::not_measured() noexcept {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    return {
        nothing,         nothing, nothing, nothing, nothing, 0, static_cast<std::uint8_t>(Quality::missing),
        unknown_outliers};
}

}  // namespace fabricmap
