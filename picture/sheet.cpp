// SPDX-License-Identifier: Apache-2.0
#include "picture/sheet.hpp"

#include "picture/axis.hpp"
#include "picture/cells.hpp"
#include "picture/ramp.hpp"
#include "picture/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::picture {
namespace {

constexpr int margin = 24;
constexpr int sheet_gap = 8;
constexpr int text_scale = 2;
constexpr int small_text_scale = 1;
constexpr int text_line = 9 * text_scale + 6;
constexpr int ramp_width = 22;
constexpr int swatch = 22;
constexpr int min_ramp_height = 160;
constexpr int max_ramp_height = 400;

/// The words about what the cells hold; they need the cells and the scale.
struct Facts {
    std::string range;
    std::string slow_end;
    std::string fast_end;
    std::int64_t missing = 0;
};

Facts facts_of(const Matrix& cells, const GreyScale& scale, const NeverMeasured& never, Quantity quantity) {
    Facts facts;
    for (Eigen::Index row = 0; row < cells.rows(); ++row) {
        for (Eigen::Index column = 0; column < cells.cols(); ++column) {
            if (std::isnan(cells(row, column)) && !never.holds(row, column)) ++facts.missing;
        }
    }
    const auto range = range_of(cells, never);
    facts.slow_end = quantity == Quantity::delay ? "slower" : "more";
    facts.fast_end = quantity == Quantity::delay ? "faster" : "fewer";
    if (!range) {
        facts.range = "nothing was measured here";
        return facts;
    }
    facts.range = fmt::format("from {} to {}", format_value(range->lowest, quantity),
                              format_value(range->highest, quantity));
    if (range->highest > scale.range().highest) facts.slow_end += ", and beyond";
    if (range->lowest < scale.range().lowest) facts.fast_end += ", and below";
    return facts;
}

constexpr int small_line = 9 * small_text_scale + 6;

/// Where everything lies on the picture.
struct Layout {
    const Sheet& sheet;
    Facts facts;
    Detail detail;
    AxisDrawing left;
    AxisDrawing top;
    Ramp ramp;
    Rectangle matrix;

    [[nodiscard]] GreyImage draw(const GreyImage& cells) const;

    [[nodiscard]] int legend_x() const { return matrix.right() + 3 * sheet_gap; }
    [[nodiscard]] std::string missing_text() const { return fmt::format("{} not measured", facts.missing); }
    [[nodiscard]] int ramp_height() const {
        const int room = matrix.height - 2 * small_line - (facts.missing > 0 ? swatch + 3 * sheet_gap : 0);
        return std::clamp(room, min_ramp_height, max_ramp_height);
    }
    [[nodiscard]] int legend_width() const;
    [[nodiscard]] int legend_height() const;
    void draw_header(GreyImage& image) const;
    void draw_legend(GreyImage& image) const;
};

AxisDetail axis_detail(std::int64_t cells, const Axis& axis, const SheetSize& size) {
    return size.whole_cells ? AxisDetail::whole(cells, size.wanted_pixels, axis.largest_cell)
                            : AxisDetail::at_most(cells, size.wanted_pixels, axis.largest_cell);
}

Layout layout_of(const Matrix& cells, const GreyScale& scale, const NeverMeasured& never, const Sheet& sheet,
                 const SheetSize& size) {
    const Detail detail{axis_detail(cells.rows(), sheet.down, size),
                        axis_detail(cells.cols(), sheet.across, size)};
    const AxisDrawing left(sheet.down, AxisDrawing::Side::left, cells.rows(), detail.down, small_text_scale);
    const AxisDrawing top(sheet.across, AxisDrawing::Side::top, cells.cols(), detail.across,
                          small_text_scale);
    const int header_height = text_line + static_cast<int>(sheet.lines.size() + 1) * small_line + sheet_gap;
    return {sheet,
            facts_of(cells, scale, never, sheet.quantity),
            detail,
            left,
            top,
            {scale, ramp_marks(scale, sheet.quantity), small_text_scale},
            {margin + left.thickness(), margin + header_height + top.thickness(),
             detail.across.length_of(cells.cols()), detail.down.length_of(cells.rows())}};
}

int Layout::legend_width() const {
    int width = std::max({ramp_width + 1 + ramp.marks_width(), text_length(facts.slow_end, small_text_scale),
                          text_length(facts.fast_end, small_text_scale)});
    if (facts.missing > 0)
        width = std::max(width, swatch + sheet_gap + text_length(missing_text(), small_text_scale));
    return width;
}

int Layout::legend_height() const {
    return 2 * small_line + ramp_height() + (facts.missing > 0 ? swatch + 3 * sheet_gap : 0);
}

void Layout::draw_header(GreyImage& image) const {
    draw_text(image, {margin, margin}, sheet.title, {text_scale, false, black});
    int y = margin + text_line;
    constexpr Grey quiet = 20000;
    for (const std::string& line : sheet.lines) {
        draw_text(image, {margin, y}, line, {small_text_scale, false, quiet});
        y += small_line;
    }
    draw_text(image, {margin, y}, facts.range, {small_text_scale, false, quiet});
}

void Layout::draw_legend(GreyImage& image) const {
    const TextStyle style{small_text_scale, false, black};
    const int x = legend_x();
    draw_text(image, {x, matrix.y}, facts.slow_end, style);
    const Rectangle column{x + 1, matrix.y + small_line, ramp_width, ramp_height()};
    ramp.draw(image, column);
    draw_text(image, {x, column.bottom() + 6}, facts.fast_end, style);
    if (facts.missing == 0) return;
    const Rectangle area{x + 1, column.bottom() + small_line + 2 * sheet_gap, swatch, swatch};
    const bool hatched =
        std::min(detail.down.pixels_per_cell, detail.across.pixels_per_cell) >= min_hatched_cell;
    if (hatched) draw_hatch(image, area);
    image.frame(area, black);
    const int text_y = area.y + (swatch - capital_height(small_text_scale)) / 2;
    draw_text(image, {area.right() + sheet_gap, text_y}, missing_text(), style);
}

GreyImage Layout::draw(const GreyImage& cells) const {
    int title_width = text_length(sheet.title, text_scale);
    for (const std::string& line : sheet.lines)
        title_width = std::max(title_width, text_length(line, small_text_scale));
    GreyImage image(std::max(legend_x() + legend_width(), margin + title_width) + margin,
                    matrix.y + std::max(matrix.height, legend_height()) + margin);
    draw_header(image);
    image.paste(cells, {matrix.x, matrix.y});
    image.frame(matrix, black);
    left.draw(image, matrix);
    top.draw(image, matrix);
    draw_legend(image);
    return image;
}

}  // namespace

GreyImage draw_sheet(const Matrix& cells, const GreyScale& scale, const NeverMeasured& never,
                     const Sheet& sheet, const SheetSize& size) {
    const Layout layout = layout_of(cells, scale, never, sheet, size);
    return layout.draw(draw_cells(cells, scale, never, layout.detail));
}

}  // namespace fabricmap::picture
