// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock.hpp"
#include "netcdf_schema/own/run_writer.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fabricmap {

/// How a timed span becomes a delay: delay_s = (span - offset_ns) / divisor; the divisor is doubled for round
/// trips.
struct Reading {
    double offset_ns = 0;
    double divisor = nanoseconds_per_second;
    std::uint8_t quality = 0;  ///< bits of Quality that the cell gets

    [[nodiscard]] double delay_s(double span_ns) const noexcept { return (span_ns - offset_ns) / divisor; }
};

/// Puts the durations of the intervals into `durations`, ascending.
void sort_durations(std::span<const Interval> intervals, std::vector<Nanoseconds>& durations);

/// All statistics of ascending spans; Quality::missing with NaN for none.
[[nodiscard]] CellStatistics summarise(std::span<const Nanoseconds> sorted, const Reading& reading) noexcept;

/// Of two measurements of one cell, each with at least one sample: the mean of the medians, all else as of
/// all samples together. It is precise where one of them is.
[[nodiscard]] CellStatistics merged(const CellStatistics& one, const CellStatistics& other) noexcept;

/// Whether the confidence interval of the median lies within `precision` (a ratio) of the median, on both
/// sides; below 8 samples it never does.
[[nodiscard]] bool median_is_precise(std::span<const Nanoseconds> sorted, const Reading& reading,
                                     double precision) noexcept;

}  // namespace fabricmap
