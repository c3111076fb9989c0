// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/page/chart_axes.hpp"

#include "base/message_lengths.hpp"
#include "picture/ramp.hpp"
#include "picture/round_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

/// What an axis leaves free at its ends.
constexpr double air = 0.03;

double inside(double fraction) noexcept {
    return air + (1 - 2 * air) * fraction;
}

}  // namespace

LengthAxis::LengthAxis(const std::vector<std::int64_t>& lengths) {
    const auto first =
        std::find_if(lengths.begin(), lengths.end(), [](std::int64_t bytes) { return bytes > 0; });
    has_zero_ = first != lengths.begin();
    if (first != lengths.end()) {
        first_octave_ = std::log2(static_cast<double>(*first));
        end_ = std::log2(static_cast<double>(lengths.back()));
    }
    const double octaves = end_ - first_octave_;
    begin_ = has_zero_ ? first_octave_ - std::max(1.0, octaves / 12) : first_octave_;
    if (begin_ == end_) {
        begin_ -= 1;
        end_ += 1;
    }
}

double LengthAxis::octave_of(std::int64_t bytes) const noexcept {
    return bytes <= 0 ? begin_ : std::log2(static_cast<double>(bytes));
}

double LengthAxis::place_of(std::int64_t bytes) const noexcept {
    return inside((octave_of(bytes) - begin_) / (end_ - begin_));
}

std::vector<ChartTick> LengthAxis::ticks(int most) const {
    std::vector<ChartTick> ticks;
    if (has_zero_) ticks.push_back({place_of(0), "0"});
    const int first = static_cast<int>(std::ceil(first_octave_ - 1e-9));
    const int last = static_cast<int>(std::floor(end_ + 1e-9));
    // Steps at which the labels read 1K, 4K, 16K or 1K, 32K, 1M.
    int step = 1;
    while ((last - first) / step + 2 > most) step = step == 2 ? 5 : step == 1 ? 2 : 2 * step;
    for (int octave = first; octave <= last; ++octave) {
        if (octave % step != 0) continue;
        const std::int64_t bytes = std::int64_t{1} << octave;
        ticks.push_back({place_of(bytes), format_size(bytes)});
    }
    return ticks;
}

std::optional<ValueAxis> ValueAxis::of(const Chart& chart) {
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    for (const ChartLine& line : chart.lines) {
        for (const auto* const values : {&line.values, &line.low, &line.high}) {
            for (const double value : *values) {
                // Only delays have a logarithmic axis, and those of 0 have no place on it.
                if (!std::isfinite(value) || value <= 0) continue;
                lowest = std::min(lowest, value);
                highest = std::max(highest, value);
            }
        }
    }
    if (!(highest >= lowest)) return std::nullopt;
    if (chart.value == ChartValue::factor) {
        constexpr double min_range = 1.5;
        constexpr double widest_linear = 10;
        const double top = std::max(highest, min_range);
        return ValueAxis(chart.value, std::min(lowest, 1.0), top, top > widest_linear);
    }
    return lowest == highest ? ValueAxis(chart.value, lowest / 2, highest * 2, true)
                             : ValueAxis(chart.value, lowest, highest, true);
}

double ValueAxis::place_of(double value) const noexcept {
    if (!logarithmic_) return inside((value - lowest_) / (highest_ - lowest_));
    return inside(std::log(value / lowest_) / std::log(highest_ / lowest_));
}

std::vector<ChartTick> ValueAxis::ticks() const {
    std::vector<ChartTick> ticks;
    if (value_ == ChartValue::delay || logarithmic_) {
        const auto scale = logarithmic_ ? picture::Scale::logarithmic : picture::Scale::linear;
        const auto quantity = value_ == ChartValue::delay ? Quantity::delay : Quantity::count;
        for (const picture::RampMark& mark :
             ramp_marks(picture::GreyScale({lowest_, highest_}, scale), quantity)) {
            ticks.push_back({place_of(mark.value), mark.text});
        }
        return ticks;
    }
    constexpr int most = 7;
    for (const double mark : picture::round_marks(lowest_, highest_, most)) {
        ticks.push_back({place_of(mark), fmt::format("{:.3g}", mark)});
    }
    return ticks;
}

}  // namespace fabricmap::diagnosis
