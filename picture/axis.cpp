// SPDX-License-Identifier: Apache-2.0
#include "picture/axis.hpp"

#include "picture/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::picture {
namespace {

constexpr int axis_tick = 5;
constexpr int axis_gap = 5;
constexpr std::size_t longest_name = 24;

std::string shortened(const std::string& name) {
    return name.size() <= longest_name ? name : fmt::format("{}..", name.substr(0, longest_name - 2));
}

}  // namespace

AxisDrawing::AxisDrawing(const Axis& axis, Side side, std::int64_t cells, const AxisDetail& detail,
                         int text_scale)
    : axis_(axis), side_(side), cells_(cells), detail_(detail), text_scale_(text_scale) {
    labels_ = fitting_labels();
    for (const Mark& mark : labels_) label_band_ = std::max(label_band_, extent(false, mark.text, false));
    place_blocks();
    for (const Mark& mark : names_)
        name_band_ = std::max(name_band_, extent(false, mark.text, names_turned_));
}

int AxisDrawing::extent(bool along, const std::string& text, bool turned) const {
    const bool text_runs_along = (side_ == Side::top) != turned;
    return along == text_runs_along ? text_length(text, text_scale_) : capital_height(text_scale_);
}

std::vector<AxisDrawing::Mark> AxisDrawing::fitting_labels() const {
    int longest = 0;
    for (const std::string& label : axis_.labels) longest = std::max(longest, extent(true, label, false));
    const int room_needed = longest + (side_ == Side::top ? 2 * axis_gap : axis_gap);
    const auto count = static_cast<std::int64_t>(axis_.labels.size());
    // Ranks come in powers of two more often than in powers of ten.
    std::int64_t step = 1;
    while (step < count && detail_.pixel_of(step) < room_needed) step *= 2;
    std::vector<Mark> marks;
    for (std::int64_t cell = 0; cell < count; cell += step) {
        const int centre = detail_.pixel_of(cell) + detail_.pixels_per_cell / 2;
        marks.push_back({centre, axis_.labels[static_cast<std::size_t>(cell)]});
    }
    return marks;
}

void AxisDrawing::place_blocks() {
    const auto pixels_of = [&](const NamedBlock& block) { return detail_.length_of(block.cells); };
    if (side_ == Side::top) {
        names_turned_ = std::any_of(axis_.blocks.begin(), axis_.blocks.end(), [&](const NamedBlock& block) {
            return extent(true, shortened(block.name), false) + axis_gap > pixels_of(block);
        });
    }
    int end_of_last = -axis_gap;
    for (const NamedBlock& block : axis_.blocks) {
        const std::string name = shortened(block.name);
        const int length = extent(true, name, names_turned_);
        const int centre = detail_.pixel_of(block.first) + pixels_of(block) / 2;
        if (name.empty() || centre - length / 2 < end_of_last + axis_gap / 2) continue;
        names_.push_back({centre, name});
        end_of_last = centre - length / 2 + length;
    }
}

int AxisDrawing::thickness() const noexcept {
    int sum = 1 + axis_tick + axis_gap;
    if (label_band_ > 0) sum += label_band_ + axis_gap;
    if (name_band_ > 0) sum += name_band_ + 2 * axis_gap;
    return sum + (axis_.name.empty() ? 0 : capital_height(text_scale_) + 2 * axis_gap);
}

void AxisDrawing::draw(GreyImage& image, const Rectangle& matrix) const {
    int distance = 1 + axis_tick + axis_gap;
    for (const Mark& mark : labels_) {
        const Rectangle line =
            side_ == Side::top ? Rectangle{matrix.x + mark.centre, matrix.y - 1 - axis_tick, 1, axis_tick}
                               : Rectangle{matrix.x - 1 - axis_tick, matrix.y + mark.centre, axis_tick, 1};
        image.fill(line, black);
        draw_mark(image, matrix, mark, distance, false);
    }
    if (label_band_ > 0) distance += label_band_ + axis_gap;
    for (const Mark& mark : names_) draw_mark(image, matrix, mark, distance + axis_gap, names_turned_);
    if (name_band_ > 0) draw_block_ticks(image, matrix);
    draw_name(image, matrix);
}

void AxisDrawing::draw_mark(GreyImage& image, const Rectangle& matrix, const Mark& mark, int distance,
                            bool turned) const {
    const int along = extent(true, mark.text, turned);
    const int across = extent(false, mark.text, turned);
    Point corner{};
    if (side_ == Side::left) {
        corner = {matrix.x - distance - across, matrix.y + mark.centre - along / 2};
    } else {
        corner = {matrix.x + mark.centre - along / 2, matrix.y - distance - across};
        if (turned) corner.y = matrix.y - distance;
    }
    draw_text(image, corner, mark.text, {text_scale_, turned, black});
}

void AxisDrawing::draw_block_ticks(GreyImage& image, const Rectangle& matrix) const {
    constexpr int min_distance = 3;
    constexpr Grey grey = 40000;
    const int inner = 1 + axis_tick + axis_gap + (label_band_ > 0 ? label_band_ + axis_gap : 0);
    int last = -min_distance;
    const auto line_at = [&](int position) {
        if (position - last < min_distance) return;
        last = position;
        image.fill(side_ == Side::top ? Rectangle{matrix.x + position, matrix.y - inner, 1, axis_gap}
                                      : Rectangle{matrix.x - inner, matrix.y + position, axis_gap, 1},
                   grey);
    };
    for (const NamedBlock& block : axis_.blocks) line_at(detail_.pixel_of(block.first));
    line_at(detail_.length_of(cells_) - 1);
}

void AxisDrawing::draw_name(GreyImage& image, const Rectangle& matrix) const {
    const int length = text_length(axis_.name, text_scale_);
    if (side_ == Side::top) {
        draw_text(image, {matrix.x + (matrix.width - length) / 2, matrix.y - thickness()}, axis_.name,
                  {text_scale_, false, black});
    } else {
        draw_text(image, {matrix.x - thickness(), matrix.y + (matrix.height + length) / 2}, axis_.name,
                  {text_scale_, true, black});
    }
}

}  // namespace fabricmap::picture
