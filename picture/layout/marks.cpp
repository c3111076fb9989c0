// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/marks.hpp"

#include "picture/layout/free_places.hpp"
#include "picture/shapes/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::picture {
namespace {

constexpr double max_name_width = 110;
constexpr double label_line_height = 25;
constexpr double thread = 14;   ///< from the matrix to the first labels
constexpr double outset = 2.5;  ///< outlines run around the cells and leave them to be seen
constexpr double min_block = 22;

Box around(const Box& box) noexcept {
    return {box.x - outset, box.y - outset, box.width + 2 * outset, box.height + 2 * outset};
}

/// Twice, so that the mark is seen on light and on dark cells.
void draw_outline(Drawing& drawing, const Box& box, bool is_ring) {
    for (const Pen& pen : {Pen{Ink::paper, 5}, Pen{Ink::mark, 2.5}}) {
        if (is_ring) {
            drawing.shapes.emplace_back(Circle{box.middle(), badge_radius, pen});
        } else {
            drawing.outline(box, pen);
        }
    }
}

}  // namespace

void draw_badge(Drawing& drawing, Point middle, std::size_t number) {
    drawing.shapes.emplace_back(Circle{middle, badge_radius, Pen{Ink::paper, 1.5}, Fill{Ink::mark}});
    drawing.text({middle.x, middle.y + cap_height(text_size) / 2}, fmt::format("{}", number), text_size,
                 Anchor::middle, Ink::paper, true);
}

Box box_of(const MarkedBlock& block, const Box& matrix, const View& view) noexcept {
    const auto along = [](const AxisView& axis, const LineRange& range) {
        const double from = axis.pixel_at(static_cast<double>(range.first));
        const double to = axis.pixel_at(static_cast<double>(range.first + range.count));
        const double end = axis.pixels;
        return std::pair(std::clamp(from, 0.0, end), std::clamp(to, 0.0, end));
    };
    const auto [left, right] = along(view.across, block.columns);
    const auto [top, bottom] = along(view.down, block.rows);
    return {matrix.x + left, matrix.y + top, right - left, bottom - top};
}

MarksLayout::MarksLayout(const std::vector<Mark>& marks, const Box& matrix, const View& view)
    : matrix_(matrix), view_(view) {
    std::vector<Label> right;
    std::vector<Label> below;
    for (const Mark& mark : marks) add(mark, right, below);
    place_badges();
    add_right(std::move(right));
    add_below(std::move(below));
}

void MarksLayout::add(const Mark& mark, std::vector<Label>& right, std::vector<Label>& below) {
    constexpr LineRange all{0, std::int64_t{1} << 40};
    const std::string name = fitted(mark.name, text_size, max_name_width);
    const bool has_label = mark.number > 0 || !name.empty();
    for (const LineRange& band : mark.rows) {
        const Box box = box_of({band, all}, matrix_, view_);
        if (box.height <= 0) continue;
        outlines_.push_back({around(box)});
        if (has_label) right.push_back({mark.number, name, {matrix_.right(), box.middle().y}, {}});
    }
    for (const LineRange& band : mark.columns) {
        const Box box = box_of({all, band}, matrix_, view_);
        if (box.width <= 0) continue;
        outlines_.push_back({around(box)});
        if (has_label) below.push_back({mark.number, name, {box.middle().x, matrix_.bottom()}, {}});
    }
    // A part in many pieces is known by some of them.
    constexpr int max_badges_a_mark = 8;
    int badges = 0;
    for (const MarkedBlock& block : mark.blocks) {
        const Box box = box_of(block, matrix_, view_);
        if (box.width <= 0 || box.height <= 0) continue;
        const bool has_badge = mark.number > 0 && badges++ < max_badges_a_mark;
        outlines_.push_back(
            {around(box), std::max(box.width, box.height) < min_block, has_badge ? mark.number : 0});
    }
}

void MarksLayout::place_badges() {
    BadgePlaces places(matrix_, badge_radius);
    for (const Outline& outline : outlines_) {
        if (outline.is_ring) places.keep_free(outline.box.middle());
    }
    for (const Outline& outline : outlines_) {
        if (outline.number == 0) continue;
        const Point middle = outline.box.middle();
        const auto at = outline.is_ring ? places.place_beside(middle) : places.place_on(outline.box);
        if (!at) continue;
        const double more = outline.is_ring ? 2 * badge_radius : badge_radius;
        const bool is_on_it = std::abs(at->x - middle.x) < outline.box.width / 2 + more &&
                              std::abs(at->y - middle.y) < outline.box.height / 2 + more;
        badges_.push_back({outline.number, *at, is_on_it ? std::nullopt : std::optional(middle)});
    }
}

void MarksLayout::add_right(std::vector<Label> labels) {
    std::vector<double> wanted;
    wanted.reserve(labels.size());
    for (const Label& label : labels) wanted.push_back(label.at.y);
    const auto heights =
        spread_labels(wanted, matrix_.y + badge_radius, matrix_.bottom() - badge_radius, label_line_height);
    for (std::size_t index = 0; index < labels.size(); ++index) {
        labels[index].badge = {labels[index].at.x + thread + badge_radius, heights[index]};
        labels_.push_back(std::move(labels[index]));
    }
}

void MarksLayout::add_below(std::vector<Label> labels) {
    std::vector<HangingLabel> hanging;
    hanging.reserve(labels.size());
    for (const Label& label : labels)
        hanging.push_back({label.at.x, text_width(label.name, text_size, true)});
    const auto lines = hang_labels(hanging);
    for (std::size_t index = 0; index < labels.size(); ++index) {
        const Point at = labels[index].at;
        labels[index].badge = {at.x, at.y + thread + badge_radius + lines[index] * label_line_height};
        lines_below_ = std::max(lines_below_, lines[index] + 1);
        labels_.push_back(std::move(labels[index]));
    }
}

double MarksLayout::width_beside() const noexcept {
    double width = 0;
    for (const Label& label : labels_) {
        width = std::max(width, label.badge.x + badge_radius + 8 + text_width(label.name, text_size, true) -
                                    matrix_.right());
    }
    return width;
}

double MarksLayout::height_below() const noexcept {
    return lines_below_ == 0 ? 0 : thread + lines_below_ * label_line_height;
}

void MarksLayout::draw(Drawing& drawing) const {
    for (const Outline& outline : outlines_) draw_outline(drawing, outline.box, outline.is_ring);
    for (const Label& label : labels_) drawing.line(label.at, label.badge, {Ink::mark, 1.5});
    for (const Badge& badge : badges_) {
        if (badge.about) drawing.line(badge.at, *badge.about, {Ink::mark, 1.5});
    }
    for (const Badge& badge : badges_) draw_badge(drawing, badge.at, badge.number);
    for (const Label& label : labels_) {
        if (label.number > 0) draw_badge(drawing, label.badge, label.number);
        drawing.text({label.badge.x + badge_radius + 4, label.badge.y + cap_height(text_size) / 2},
                     label.name, text_size, Anchor::start, Ink::text, true);
    }
}

}  // namespace fabricmap::picture
