// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/page/mark_drawing.hpp"

#include "diagnosis/reports/page/label_places.hpp"
#include "diagnosis/reports/plain_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t longest_label = 12;
constexpr double label_letter_width = 8.8;
constexpr double radius = 11;
constexpr double label_line_height = 25;
constexpr double thread = 14;   ///< from the picture to the first labels
constexpr double outset = 2.5;  ///< outlines run around the cells and leave them to be seen
constexpr double min_block = 22;

void draw_badge(Svg& svg, SvgPoint middle, std::size_t number) {
    svg.circle(middle, radius, "badge");
    svg.text({middle.x, middle.y + 5}, fmt::format("{}", number), "middle", "badge-text");
}

SvgBox around(const SvgBox& box) noexcept {
    return {box.x - outset, box.y - outset, box.width + 2 * outset, box.height + 2 * outset};
}

/// Twice, so that the mark is seen on light and on dark cells.
void draw_outline(Svg& svg, const SvgBox& box, bool ring) {
    for (const char* style : {"halo", "mark"}) {
        if (ring) {
            svg.circle({box.x + box.width / 2, box.y + box.height / 2}, radius, style);
        } else {
            svg.box(box, style);
        }
    }
}

}  // namespace

MarkDrawing::MarkDrawing(const Diagnosis& diagnosis, const std::vector<Mark>& marks, const SvgBox& matrix,
                         double cell)
    : matrix_(matrix), cell_(cell) {
    for (const Mark& mark : marks)
        add(mark, shortened(part_of(diagnosis.findings[mark.finding]), longest_label));
    place_labels();
}

void MarkDrawing::add(const Mark& mark, const std::string& name) {
    const std::size_t number = mark.finding + 1;
    const auto outline = [&](const SvgBox& box) { outlines_.push_back({around(box), number, false, false}); };
    for (const LineRange& band : mark.rows) {
        outline({matrix_.x, matrix_.y + band.first * cell_, matrix_.width, band.count * cell_});
        const double middle = matrix_.y + (band.first + band.count / 2.0) * cell_;
        right_.push_back({number, name, {matrix_.x + matrix_.width, middle}, {}});
    }
    for (const LineRange& band : mark.columns) {
        outline({matrix_.x + band.first * cell_, matrix_.y, band.count * cell_, matrix_.height});
        const double middle = matrix_.x + (band.first + band.count / 2.0) * cell_;
        below_.push_back({number, name, {middle, matrix_.y + matrix_.height}, {}});
    }
    for (std::size_t index = 0; index < mark.blocks.size(); ++index) {
        add_block(mark.blocks[index], number, index < 2);
    }
}

void MarkDrawing::add_block(const MarkedBlock& block, std::size_t number, bool badge) {
    const SvgBox box{matrix_.x + block.columns.first * cell_, matrix_.y + block.rows.first * cell_,
                     block.columns.count * cell_, block.rows.count * cell_};
    outlines_.push_back({around(box), number, std::max(box.width, box.height) < min_block, badge});
}

void MarkDrawing::place_labels() {
    std::vector<double> wanted;
    wanted.reserve(right_.size());
    for (const Label& label : right_) wanted.push_back(label.at.y);
    const auto heights =
        spread_labels(wanted, matrix_.y + radius, matrix_.y + matrix_.height - radius, label_line_height);
    for (std::size_t index = 0; index < right_.size(); ++index) {
        right_[index].badge = {right_[index].at.x + thread + radius, heights[index]};
    }
    std::vector<HangingLabel> hanging;
    hanging.reserve(below_.size());
    for (const Label& label : below_) {
        hanging.push_back({label.at.x, static_cast<double>(letters_in(label.name)) * label_letter_width});
    }
    const auto lines = hang_labels(hanging);
    for (std::size_t index = 0; index < below_.size(); ++index) {
        below_[index].badge = {below_[index].at.x,
                               below_[index].at.y + thread + radius + lines[index] * label_line_height};
        lines_below_ = std::max(lines_below_, lines[index] + 1);
    }
}

double MarkDrawing::height_below() const noexcept {
    return lines_below_ == 0 ? 0 : thread + lines_below_ * label_line_height;
}

SvgPoint MarkDrawing::badge_of(const Outline& outline) const noexcept {
    const SvgBox& box = outline.box;
    if (!outline.ring) return {box.x + radius + 3, box.y + radius + 3};
    // Up and to the right of the ring, or wherever the picture has room.
    const double middle_x = box.x + box.width / 2;
    const double middle_y = box.y + box.height / 2;
    const double away = 1.6 * radius;
    const bool at_right = middle_x + away + radius > matrix_.x + matrix_.width;
    const bool at_top = middle_y - away - radius < matrix_.y;
    return {middle_x + (at_right ? -away : away), middle_y + (at_top ? away : -away)};
}

void MarkDrawing::draw(Svg& svg) const {
    for (const Outline& outline : outlines_) draw_outline(svg, outline.box, outline.ring);
    for (const Label& label : right_) svg.line(label.at, label.badge, "thread");
    for (const Label& label : below_) svg.line(label.at, label.badge, "thread");
    for (const Outline& outline : outlines_) {
        if (outline.badge) draw_badge(svg, badge_of(outline), outline.number);
    }
    for (const auto* const labels : {&right_, &below_}) {
        for (const Label& label : *labels) {
            draw_badge(svg, label.badge, label.number);
            svg.text({label.badge.x + radius + 4, label.badge.y + 5}, label.name, "start", "label");
        }
    }
}

}  // namespace fabricmap::diagnosis
