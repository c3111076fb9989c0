// SPDX-License-Identifier: Apache-2.0
#include "measuring/sampling/statistics.hpp"

#include "statistics/order_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap {
namespace {

constexpr std::size_t min_for_interval = 8;

double mean_of(std::span<const Nanoseconds> spans) noexcept {
    // Distances from the first keep the sum small, and equal samples give their own value to the last bit.
    const Nanoseconds origin = spans.front();
    double sum = 0;
    for (const Nanoseconds span : spans) sum += static_cast<double>(span - origin);
    return static_cast<double>(origin) + sum / static_cast<double>(spans.size());
}

double deviation_of(std::span<const Nanoseconds> spans, double mean) noexcept {
    if (spans.size() < 2) return 0;
    double squares = 0;
    for (const Nanoseconds span : spans) {
        const double distance = static_cast<double>(span) - mean;
        squares += distance * distance;
    }
    return std::sqrt(squares / static_cast<double>(spans.size() - 1));
}

/// Of ascending spans.
std::int64_t count_outliers(std::span<const Nanoseconds> sorted, double offset_ns) {
    const double median_ns = median_of_sorted(sorted) - offset_ns;
    if (!(median_ns > 0)) return 0;
    const auto first = std::partition_point(sorted.begin(), sorted.end(), [&](Nanoseconds span) {
        return static_cast<double>(span) - offset_ns <= CellStatistics::far_longer * median_ns;
    });
    return sorted.end() - first;
}

}  // namespace

void sort_durations(std::span<const Interval> intervals, std::vector<Nanoseconds>& durations) {
    durations.resize(intervals.size());
    std::transform(intervals.begin(), intervals.end(), durations.begin(),
                   [](const Interval& interval) { return interval.end - interval.start; });
    std::sort(durations.begin(), durations.end());
}

CellStatistics summarise(std::span<const Nanoseconds> sorted, const Reading& reading) noexcept {
    if (sorted.empty()) return CellStatistics::not_measured();
    CellStatistics cell;
    const double mean = mean_of(sorted);
    cell.minimum = reading.delay_s(static_cast<double>(sorted.front()));
    cell.maximum = reading.delay_s(static_cast<double>(sorted.back()));
    cell.average = std::clamp(reading.delay_s(mean), cell.minimum, cell.maximum);
    cell.median = reading.delay_s(median_of_sorted(sorted));
    cell.deviation = deviation_of(sorted, mean) / reading.divisor;
    cell.count = static_cast<std::int64_t>(sorted.size());
    cell.quality = reading.quality;
    cell.outliers = count_outliers(sorted, reading.offset_ns);
    return cell;
}

CellStatistics merged(const CellStatistics& one, const CellStatistics& other) noexcept {
    const auto n = static_cast<double>(one.count);
    const auto m = static_cast<double>(other.count);
    const double distance = one.average - other.average;
    const double squares = (n - 1) * one.deviation * one.deviation +
                           (m - 1) * other.deviation * other.deviation +
                           n * m / (n + m) * distance * distance;
    CellStatistics cell;
    cell.minimum = std::min(one.minimum, other.minimum);
    cell.average = (n * one.average + m * other.average) / (n + m);
    cell.median = (one.median + other.median) / 2;
    cell.maximum = std::max(one.maximum, other.maximum);
    cell.deviation = std::sqrt(squares / (n + m - 1));
    cell.count = one.count + other.count;
    cell.outliers = one.outliers + other.outliers;
    const bool imprecise = one.has(Quality::imprecise) && other.has(Quality::imprecise);
    cell.quality = one.quality | other.quality;
    if (!imprecise) cell.quality &= static_cast<std::uint8_t>(~static_cast<unsigned>(Quality::imprecise));
    return cell;
}

bool median_is_precise(std::span<const Nanoseconds> sorted, const Reading& reading,
                       double precision) noexcept {
    if (sorted.size() < min_for_interval) return false;
    const MedianInterval interval = median_interval(sorted.size());
    const double median = reading.delay_s(median_of_sorted(sorted));
    const double low = reading.delay_s(static_cast<double>(sorted[interval.low]));
    const double high = reading.delay_s(static_cast<double>(sorted[interval.high]));
    return median - low <= precision * median && high - median <= precision * median;
}

}  // namespace fabricmap
