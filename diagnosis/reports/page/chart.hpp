// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// A line of a chart: one value a length, NaN where there is none.
struct ChartLine {
    std::string name;
    std::vector<double> values;
    std::vector<double> low{};  ///< ends of the intervals around the values; empty where there are none
    std::vector<double> high{};
};

/// Lengths between which something happens.
struct ChartBreak {
    std::int64_t before_bytes = 0;
    std::int64_t after_bytes = 0;

    friend bool operator==(const ChartBreak&, const ChartBreak&) = default;
};

enum class ChartValue : std::uint8_t { delay, factor };

/// Values over message lengths; the lengths, and delays as well, on a logarithmic axis.
struct Chart {
    std::string title;  ///< read aloud instead of the drawing
    ChartValue value = ChartValue::delay;
    std::string value_name = "delay";
    std::vector<std::int64_t> lengths;  ///< bytes, ascending
    std::vector<ChartLine> lines;       ///< told apart by colour, dashes and shape of the points
    std::vector<ChartBreak> breaks;     ///< drawn as vertical lines
};

/// Lines that the style sheet of the page can tell apart.
inline constexpr std::size_t max_chart_lines = 6;

/// As SVG; empty where there is no finite value. Lines beyond the most are left out.
[[nodiscard]] std::string draw_chart(const Chart& chart);

}  // namespace fabricmap::diagnosis
