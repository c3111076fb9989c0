// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/legend.hpp"

#include "picture/ramp.hpp"
#include "picture/shapes/words.hpp"
#include "picture/window.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace fabricmap::picture {
namespace {

constexpr double column_width = 22;
constexpr double legend_tick = 4;
constexpr double legend_gap = 6;
constexpr double min_column_height = 120;
constexpr double max_column_height = 400;
constexpr double legend_text = small_size;
const Text legend_style{{}, {}, legend_text};

std::vector<std::string> lines_of(const std::string& words) {
    std::vector<std::string> lines;
    std::istringstream stream(words);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

double height_of(const std::string& words) {
    return static_cast<double>(lines_of(words).size()) * line_height(legend_text);
}

/// Of the words above and below the column, clear of the marks at its ends.
double ends_height(const Legend& legend) {
    return height_of(legend.high_end) + height_of(legend.low_end) + 2 * legend_gap;
}

constexpr double swatch_height = column_width + legend_gap;

bool has_column(const Legend& legend) {
    return legend.words.empty();
}

template <typename ShadeAt>
std::shared_ptr<const ShadePicture> shades_of(int width, int height, const ShadeAt& shade_at) {
    ShadePicture shades{width, height, {}, 0};
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) shades.pixels.push_back(static_cast<std::uint8_t>(shade_at(x, y)));
    }
    return std::make_shared<const ShadePicture>(std::move(shades));
}

/// One pixel wide, the slowest on top.
std::shared_ptr<const ShadePicture> column_of_shades() {
    return shades_of(1, Shades::count, [](int, int y) { return Shades::count - 1 - y; });
}

std::shared_ptr<const ShadePicture> hatched_shades() {
    constexpr int side = static_cast<int>(column_width);
    return shades_of(side, side, [](int x, int y) {
        return (x + y) % hatch_period == 0 ? Shades::hatch : Shades::missing;
    });
}

std::shared_ptr<const ShadePicture> one_shade(std::uint8_t shade) {
    return shades_of(1, 1, [&](int, int) { return shade; });
}

double swatches_height(const Legend& legend) {
    return (legend.missing.empty() ? 0 : swatch_height) + (legend.never.empty() ? 0 : swatch_height);
}

/// The ends of the scale, then round values between them.
std::vector<RampMark> legend_marks(const Legend& legend) {
    const ValueRange& range = legend.scale.range();
    std::vector<RampMark> marks;
    if (range.lowest < range.highest) marks = end_marks(range, legend.quantity);
    for (RampMark& mark : ramp_marks(legend.scale, legend.quantity)) marks.push_back(std::move(mark));
    if (legend.number_words) {
        for (RampMark& mark : marks) mark.text = legend.number_words(mark.text);
    }
    return marks;
}

void draw_marks(Drawing& drawing, const Box& column, const Legend& legend) {
    const ValueRange& range = legend.scale.range();
    const bool is_one_value = range.lowest == range.highest;
    std::vector<double> taken;
    for (const RampMark& mark : legend_marks(legend)) {
        const double position = is_one_value ? 0.5 : legend.scale.position(mark.value);
        const double y = column.y + (1 - position) * (column.height - 1);
        const bool is_free = std::none_of(taken.begin(), taken.end(), [&](double other) {
            return std::abs(other - y) < line_height(legend_text);
        });
        if (!is_free) continue;
        taken.push_back(y);
        drawing.line({column.right(), y}, {column.right() + legend_tick, y});
        drawing.text({column.right() + legend_tick + legend_gap / 2, y + cap_height(legend_text) / 2},
                     mark.text, legend_text);
    }
}

double draw_column(Drawing& drawing, const Box& area, const Legend& legend) {
    const double room = area.height - ends_height(legend) - swatches_height(legend) -
                        static_cast<double>(legend.notes.size()) * line_height(legend_text);
    const Box column{area.x, area.y + height_of(legend.high_end), column_width,
                     std::clamp(room, min_column_height / 2, max_column_height)};
    drawing.put_lines({area.x, area.y}, lines_of(legend.high_end), legend_style);
    drawing.shapes.emplace_back(Cells{column, column_of_shades(), legend.palette});
    drawing.outline(column);
    draw_marks(drawing, column, legend);
    return drawing.put_lines({area.x, column.bottom() + legend_gap}, lines_of(legend.low_end), legend_style) +
           legend_gap;
}

/// Nothing without words, and where the area ends before.
double draw_swatch(Drawing& drawing, Point corner, double end, const Legend& legend,
                   const std::shared_ptr<const ShadePicture>& shades, const std::string& words) {
    const Box swatch{corner.x, corner.y + legend_gap, column_width, column_width};
    constexpr double rounding = 0.5;
    if (words.empty() || swatch.bottom() > end + rounding) return corner.y;
    drawing.shapes.emplace_back(Cells{swatch, shades, legend.palette});
    drawing.outline(swatch);
    drawing.text({swatch.right() + legend_gap, swatch.middle().y + cap_height(legend_text) / 2}, words,
                 legend_text);
    return swatch.bottom();
}

}  // namespace

Extent extent_of(const Legend& legend) {
    double width = 0;
    const auto fit = [&](double left, const std::string& words) {
        if (!words.empty()) width = std::max(width, left + text_width(words, legend_text));
    };
    for (const std::string& words : {legend.missing, legend.never}) fit(column_width + legend_gap, words);
    double height = swatches_height(legend);
    for (const auto* const lines : {&legend.words, &legend.notes}) {
        for (const std::string& line : *lines) fit(0, line);
        height += static_cast<double>(lines->size()) * line_height(legend_text);
    }
    if (!has_column(legend)) return {width, height + legend_gap};
    for (const std::string& line : lines_of(legend.high_end + '\n' + legend.low_end)) fit(0, line);
    for (const RampMark& mark : legend_marks(legend))
        fit(column_width + legend_tick + legend_gap / 2, mark.text);
    return {width, height + ends_height(legend) + min_column_height};
}

void draw_legend(Drawing& drawing, const Box& area, const Legend& legend) {
    double y = area.y;
    if (has_column(legend)) y = draw_column(drawing, area, legend);
    y = drawing.put_lines({area.x, y}, legend.words, legend_style);
    y = draw_swatch(drawing, {area.x, y}, area.bottom(), legend, hatched_shades(), legend.missing);
    y = draw_swatch(drawing, {area.x, y}, area.bottom(), legend, one_shade(Shades::never), legend.never);
    drawing.put_lines({area.x, y + legend_gap}, legend.notes, legend_style);
}

}  // namespace fabricmap::picture
