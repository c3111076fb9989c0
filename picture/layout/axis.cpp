// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/axis.hpp"

#include "picture/shapes/words.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::picture {
namespace {

constexpr double axis_tick = 5;
constexpr double axis_gap = 4;
constexpr double bracket_depth = 5;
constexpr double min_bracketed_block = 6;
constexpr double axis_text = small_size;

/// A long name is not given more room than this.
const double& max_label_width() {
    static const double width = text_width("nnnnnnnnnnnnnnnnnnnn", axis_text);
    return width;
}

/// About the widest: measuring thousands of names takes too long for a window that is resized.
double widest_of(const std::vector<std::string>& names) {
    constexpr int measured_at_most = 64;
    std::size_t longest = 0;
    for (const std::string& name : names) longest = std::max(longest, name.size());
    int measured = 0;
    double widest = 0;
    for (const std::string& name : names) {
        if (name.size() != longest) continue;
        widest = std::max(widest, text_width(name, axis_text));
        if (++measured == measured_at_most) break;
    }
    // Widths are rounded; a name that just fits is not to be shortened.
    return std::min(std::ceil(widest) + 1, max_label_width());
}

/// From where to where along the axis the block is seen.
std::pair<double, double> seen_part(const NamedBlock& block, const AxisView& view) noexcept {
    return {std::max(0.0, view.pixel_at(static_cast<double>(block.first))),
            std::min<double>(view.pixels, view.pixel_at(static_cast<double>(block.first + block.cells)))};
}

}  // namespace

std::vector<NamedBlock> blocks_of(const std::vector<std::string>& names) {
    std::vector<NamedBlock> blocks;
    for (std::size_t cell = 0; cell < names.size(); ++cell) {
        if (names[cell].empty()) continue;
        if (cell > 0 && names[cell] == names[cell - 1]) {
            ++blocks.back().cells;
        } else {
            blocks.push_back({static_cast<std::int64_t>(cell), 1, names[cell]});
        }
    }
    return blocks;
}

/// Draws at a place along the axis and a distance from the matrix, whichever side that is.
struct AxisLayout::Pencil {
    Drawing& drawing;
    const Box& matrix;
    Side side;

    void line(double along_from, double distance_from, double along_to, double distance_to) const {
        drawing.line(point(along_from, distance_from), point(along_to, distance_to));
    }
    /// `band` is the room across the axis; turned texts run upwards.
    void text(double centre, double distance, double band, const std::string& words, bool turned) const {
        const double room = side == Side::left || turned ? band : max_label_width();
        const Point inner = point(centre, distance);
        const double half = cap_height(axis_text) / 2;
        Text text{inner, fitted(words, axis_text, room), axis_text};
        if (side == Side::left) {
            text.at.y += half;
            text.anchor = Anchor::end;
        } else if (turned) {
            text.at.x += half;
            text.is_upwards = true;
        } else {
            text.anchor = Anchor::middle;
        }
        drawing.text(std::move(text));
    }
    /// Its baseline runs along the axis.
    void text_along(double centre, double distance, const std::string& words, Ink ink) const {
        drawing.text(point(centre, distance), words, axis_text, Anchor::middle, ink, false,
                     side == Side::left);
    }
    /// Open towards the matrix.
    void bracket(double from, double to, double distance) const {
        line(from + 1, distance, from + 1, distance + bracket_depth);
        line(from + 1, distance + bracket_depth, to - 2, distance + bracket_depth);
        line(to - 2, distance + bracket_depth, to - 2, distance);
    }

  private:
    [[nodiscard]] Point point(double along, double distance) const noexcept {
        return side == Side::left ? Point{matrix.x - distance, matrix.y + along}
                                  : Point{matrix.x + along, matrix.y - distance};
    }
};

AxisLayout::AxisLayout(Axis axis, Side side, double length) : axis_(std::move(axis)), side_(side) {
    // Numbers of ranks read well side by side; names of hosts would leave room for few.
    labels_ = band_of(axis_.labels, length, text_width("000000", axis_text));
    std::vector<std::string> names;
    names.reserve(axis_.blocks.size());
    for (const NamedBlock& block : axis_.blocks) names.push_back(block.name);
    blocks_ = band_of(names, length, 0);
}

AxisLayout::Band AxisLayout::band_of(const std::vector<std::string>& names, double length,
                                     double never_turned) const {
    const double widest = widest_of(names);
    if (side_ == Side::left) return {false, widest, line_height(axis_text)};
    const double room_each = length / static_cast<double>(std::max<std::size_t>(1, names.size()));
    if (widest > never_turned && widest + 2 * axis_gap > room_each)
        return {true, widest, line_height(axis_text)};
    return {false, cap_height(axis_text), widest + 2 * axis_gap};
}

double AxisLayout::labels_end() const noexcept {
    return 1 + axis_tick + axis_gap + (axis_.labels.empty() ? 0 : labels_.depth + axis_gap);
}

double AxisLayout::blocks_end() const noexcept {
    return labels_end() + (axis_.blocks.empty() ? 0 : bracket_depth + axis_gap + blocks_.depth + axis_gap);
}

double AxisLayout::thickness() const noexcept {
    const double groups = axis_.groups.empty() ? 0 : bracket_depth + 2 * axis_gap + cap_height(axis_text);
    return std::ceil(blocks_end() + groups + axis_gap + cap_height(axis_text));
}

std::int64_t AxisLayout::step_between(double length_each, double room) const noexcept {
    // Ranks come in powers of two more often than in powers of ten.
    std::int64_t step = 1;
    while (static_cast<double>(step) * length_each < room && step < std::ssize(axis_.labels)) step *= 2;
    return step;
}

void AxisLayout::draw(Drawing& drawing, const Box& matrix, const AxisView& view) const {
    if (view.pixels <= 0 || !(view.cells_per_pixel > 0)) return;
    const Pencil pencil{drawing, matrix, side_};
    draw_ticks(pencil, view);
    if (!axis_.blocks.empty()) draw_blocks(pencil, view);
    draw_groups(pencil, view);
    const double middle = side_ == Side::left ? matrix.height / 2 : matrix.width / 2;
    pencil.text_along(middle, thickness() - cap_height(axis_text), axis_.name, Ink::quiet);
}

void AxisLayout::draw_ticks(const Pencil& pencil, const AxisView& view) const {
    const std::int64_t step = step_between(1 / view.cells_per_pixel, labels_.extent);
    const double end = std::min(static_cast<double>(axis_.labels.size()), view.cell_at(view.pixels));
    const auto first = static_cast<std::int64_t>(std::max(0.0, std::floor(view.first)));
    for (std::int64_t cell = first / step * step; static_cast<double>(cell) < end; cell += step) {
        const double from = view.pixel_at(static_cast<double>(cell));
        const double to = view.pixel_at(static_cast<double>(cell + 1));
        const bool is_cut = from < 0 || to > view.pixels;
        // Of a cell that is larger than what is seen, the middle of the part that is.
        const double centre = (std::max(from, 0.0) + std::min<double>(to, view.pixels)) / 2;
        if (to <= 0 || (is_cut && to - from < labels_.extent && (from + to) / 2 < 0)) continue;
        pencil.line(centre, 2, centre, 1 + axis_tick);
        pencil.text(centre, 1 + axis_tick + axis_gap, labels_.depth,
                    axis_.labels[static_cast<std::size_t>(cell)], labels_.is_turned);
    }
}

void AxisLayout::draw_blocks(const Pencil& pencil, const AxisView& view) const {
    const double inner = labels_end();
    const double cells = static_cast<double>(axis_.blocks.back().first + axis_.blocks.back().cells);
    const double mean = cells / static_cast<double>(axis_.blocks.size()) / view.cells_per_pixel;
    const auto step = static_cast<std::size_t>(step_between(mean, blocks_.extent));
    double free_from = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < axis_.blocks.size(); ++k) {
        const auto [from, to] = seen_part(axis_.blocks[k], view);
        if (to <= from) continue;
        const double centre = (from + to) / 2;
        if (mean >= min_bracketed_block) pencil.bracket(from, to, inner);
        if (k % step != 0 || centre - blocks_.extent / 2 < free_from) continue;
        if (mean < min_bracketed_block) pencil.line(centre, inner, centre, inner + bracket_depth);
        pencil.text(centre, inner + bracket_depth + axis_gap, blocks_.depth, axis_.blocks[k].name,
                    blocks_.is_turned);
        free_from = centre + blocks_.extent / 2;
    }
}

void AxisLayout::draw_groups(const Pencil& pencil, const AxisView& view) const {
    const double inner = blocks_end();
    for (const NamedBlock& group : axis_.groups) {
        const auto [from, to] = seen_part(group, view);
        if (to - from < min_bracketed_block) continue;
        pencil.bracket(from, to, inner);
        if (text_width(group.name, axis_text) > to - from) continue;
        pencil.text_along((from + to) / 2, inner + bracket_depth + axis_gap, group.name, Ink::text);
    }
}

}  // namespace fabricmap::picture
