// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/page/chart.hpp"

#include "base/message_lengths.hpp"
#include "diagnosis/reports/page/chart_axes.hpp"
#include "diagnosis/reports/page/svg.hpp"
#include "diagnosis/reports/plain_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fabricmap::diagnosis {
namespace {

constexpr double chart_width = 640;
constexpr SvgBox plot{84, 48, 536, 300};
constexpr double below_plot = 62;  ///< ticks and the name of the axis
constexpr double legend_line_height = 24;
constexpr int max_length_ticks = 13;
constexpr std::size_t max_points = 64;  ///< more would hide the line
constexpr std::size_t max_vertices = 1000;
constexpr std::size_t max_curve_name_letters = 62;

/// The points of a line, as many as the chart can show.
std::vector<std::vector<SvgPoint>> pieces_of(const Chart& chart, const ChartLine& line, const LengthAxis& x,
                                             const ValueAxis& y) {
    std::vector<std::vector<SvgPoint>> pieces(1);
    const std::size_t count = std::min(line.values.size(), chart.lengths.size());
    const std::size_t step = count / max_vertices + 1;
    for (std::size_t index = 0; index < count; index += step) {
        const double value = line.values[index];
        if (std::isfinite(value) && value > 0) {
            pieces.back().push_back({plot.x + x.place_of(chart.lengths[index]) * plot.width,
                                     plot.y + (1 - y.place_of(value)) * plot.height});
        } else if (!pieces.back().empty()) {
            pieces.emplace_back();
        }
    }
    return pieces;
}

/// Each line has a form of its own, for those who see no colours.
void draw_point(Svg& svg, SvgPoint at, std::size_t number) {
    const std::string style = fmt::format("point line{}", number);
    constexpr double half = 3.5;
    switch (number % 3) {
        case 0:
            svg.circle(at, half, style);
            break;
        case 1:
            svg.box({at.x - half, at.y - half, 2 * half, 2 * half}, style);
            break;
        default:
            svg.raw(fmt::format(R"(<path class="{}" d="M{} {}l4.5 8h-9z"/>)", style, coordinate(at.x),
                                coordinate(at.y - 5)));
    }
}

void draw_line(Svg& svg, const std::vector<std::vector<SvgPoint>>& pieces, std::size_t number) {
    std::size_t points = 0;
    for (const auto& piece : pieces) {
        points += piece.size();
        std::string vertices;
        for (const SvgPoint& point : piece) {
            fmt::format_to(std::back_inserter(vertices), "{}{},{}", vertices.empty() ? "" : " ",
                           coordinate(point.x), coordinate(point.y));
        }
        svg.raw(fmt::format(R"(<polyline class="line line{}" points="{}"/>)", number, vertices));
    }
    if (points > max_points) return;
    for (const auto& piece : pieces) {
        for (const SvgPoint& point : piece) draw_point(svg, point, number);
    }
}

/// Vertical lines from end to end, as far as the chart reaches.
void draw_intervals(Svg& svg, const Chart& chart, std::size_t number, const LengthAxis& x,
                    const ValueAxis& y) {
    const ChartLine& line = chart.lines[number];
    const std::size_t count = std::min({line.low.size(), line.high.size(), chart.lengths.size(), max_points});
    for (std::size_t index = 0; index < count; ++index) {
        if (!(line.low[index] > 0) || !std::isfinite(line.high[index])) continue;
        const double at = plot.x + x.place_of(chart.lengths[index]) * plot.width;
        const auto height_of = [&](double value) {
            return plot.y + (1 - std::clamp(y.place_of(value), 0.0, 1.0)) * plot.height;
        };
        svg.line({at, height_of(line.low[index])}, {at, height_of(line.high[index])},
                 fmt::format("interval line{}", number));
    }
}

void draw_axes(Svg& svg, const Chart& chart, const LengthAxis& x, const ValueAxis& y) {
    const double bottom = plot.y + plot.height;
    for (const ChartTick& tick : y.ticks()) {
        const double height = plot.y + (1 - tick.place) * plot.height;
        svg.line({plot.x, height}, {plot.x + plot.width, height}, "grid");
        svg.text({plot.x - 8, height + 5}, tick.text, "end");
    }
    for (const ChartTick& tick : x.ticks(max_length_ticks)) {
        const double at = plot.x + tick.place * plot.width;
        svg.line({at, bottom}, {at, bottom + 5}, "axis");
        svg.text({at, bottom + 22}, tick.text, "middle");
    }
    svg.box(plot, "frame");
    svg.text({plot.x + plot.width / 2, bottom + 46}, "message length in bytes (K, M: powers of 1024)",
             "middle", "quiet");
    svg.text({8, 16}, chart.value_name, "start", "quiet");
}

void draw_breaks(Svg& svg, const Chart& chart, const LengthAxis& x) {
    double free_from = 0;
    for (const ChartBreak& change : chart.breaks) {
        const double place = (x.place_of(change.before_bytes) + x.place_of(change.after_bytes)) / 2;
        const double at = plot.x + place * plot.width;
        svg.line({at, plot.y}, {at, plot.y + plot.height}, "break");
        const std::string text =
            fmt::format("{} | {}", format_size(change.before_bytes), format_size(change.after_bytes));
        const double half = static_cast<double>(letters_in(text)) * 4.6;
        if (at - half < free_from) continue;
        svg.text({at, plot.y - 8}, text, "middle", "break-text");
        free_from = at + half + 8;
    }
}

void draw_legend(Svg& svg, const Chart& chart, std::size_t lines) {
    double y = plot.y + plot.height + below_plot + 10;
    for (std::size_t number = 0; number < lines; ++number) {
        svg.line({plot.x, y}, {plot.x + 44, y}, fmt::format("line line{}", number));
        draw_point(svg, {plot.x + 22, y}, number);
        svg.text({plot.x + 54, y + 5}, shortened(chart.lines[number].name, max_curve_name_letters), "start");
        y += legend_line_height;
    }
}

}  // namespace

std::string draw_chart(const Chart& chart) {
    const auto y = ValueAxis::of(chart);
    if (!y || chart.lengths.empty()) return {};
    const LengthAxis x(chart.lengths);
    const std::size_t lines = std::min(chart.lines.size(), max_chart_lines);
    const double height = plot.y + plot.height + below_plot + static_cast<double>(lines) * legend_line_height;
    Svg svg(chart_width, height, chart.title);
    draw_axes(svg, chart, x, *y);
    draw_breaks(svg, chart, x);
    for (std::size_t number = 0; number < lines; ++number) {
        draw_intervals(svg, chart, number, x, *y);
        draw_line(svg, pieces_of(chart, chart.lines[number], x, *y), number);
    }
    draw_legend(svg, chart, lines);
    return std::move(svg).finish();
}

}  // namespace fabricmap::diagnosis
