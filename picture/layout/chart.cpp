// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/chart.hpp"

#include "base/message_lengths.hpp"
#include "picture/layout/line_style.hpp"
#include "picture/shapes/words.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::picture {
namespace {

constexpr double chart_tick = 5;
constexpr double chart_gap = 6;
constexpr double chart_text = small_size;
constexpr double chart_line = line_height(chart_text);
constexpr double name_height = chart_line + 3;
constexpr double sample_length = 34;

/// Logarithmic axes have no place for others.
bool can_be_drawn(double value) noexcept {
    return std::isfinite(value) && value > 0;
}

std::optional<ValueRange> range_of(const Chart& chart) {
    std::optional<ValueRange> range;
    for (const ChartLine& drawn : chart.lines) {
        for (const auto* const values : {&drawn.values, &drawn.low, &drawn.high}) {
            for (const double value : *values) {
                if (can_be_drawn(value)) range = united(range, ValueRange{value, value});
            }
        }
    }
    return range;
}

std::optional<GreyScale> scale_of(const Chart& chart) {
    const auto range = range_of(chart);
    if (!range) return std::nullopt;
    if (chart.quantity == Quantity::ratio) {
        constexpr double min_top = 1.5;
        constexpr double widest_linear = 10;
        const double top = std::max(range->highest, min_top);
        const double bottom = std::min(range->lowest, 1.0);
        const double air = (top - bottom) / 30;
        if (top <= widest_linear) return GreyScale({std::max(0.0, bottom - air), top + air});
    }
    // Lines shall not run along the frame.
    constexpr double margin_fraction = 0.06;
    const double widened = std::max(1.1, std::pow(range->highest / range->lowest, margin_fraction));
    return GreyScale({range->lowest / widened, range->highest * widened}, Scale::logarithmic);
}

std::vector<RampMark> marks_of(const std::optional<GreyScale>& scale, const Chart& chart) {
    if (!scale) return {};
    // Within a few times a value there are too few of the logarithmic ones.
    constexpr double min_ratio = 4;
    const ValueRange& range = scale->range();
    const bool is_wide = scale->scale() == Scale::linear || range.highest / range.lowest >= min_ratio;
    std::vector<RampMark> marks = ramp_marks(is_wide ? *scale : GreyScale(range), chart.quantity);
    if (chart.number_words) {
        for (RampMark& mark : marks) mark.text = chart.number_words(mark.text);
    }
    return marks;
}

/// Neighbouring lengths with values, for what is not drawn across a gap.
template <typename Has, typename Draw>
void for_each_segment(std::size_t count, const Has& has, const Draw& draw) {
    std::size_t first = 0;
    for (std::size_t k = 0; k <= count; ++k) {
        if (k < count && has(k)) continue;
        if (first < k) draw(first, k);
        first = k + 1;
    }
}

}  // namespace

ChartLayout::ChartLayout(Chart chart, const Box& area)
    : chart_(std::move(chart)),
      area_(area),
      scale_(scale_of(chart_)),
      marked_values_(marks_of(scale_, chart_)) {
    double widest = 0;
    for (const RampMark& mark : marked_values_) widest = std::max(widest, text_width(mark.text, chart_text));
    const double left = chart_line + chart_gap + widest + chart_tick + chart_gap;
    const double below = chart_tick + 2 * chart_line + 2 * chart_gap;
    plot_ = {area.x + left, area.y + chart_gap, area.width - left - 2 * chart_gap,
             area.height - chart_gap - below};
    const auto& lengths = chart_.lengths;
    const auto positive = std::find_if(lengths.begin(), lengths.end(), [](std::int64_t l) { return l > 0; });
    if (positive != lengths.end()) {
        log_first_ = std::log2(static_cast<double>(*positive));
        log_last_ = std::log2(static_cast<double>(lengths.back()));
    }
    const double max_step_width = std::min(120.0, area.width / 4);
    for (std::string& step : chart_.steps) step = fitted(step, chart_text, max_step_width);
    if (positive != lengths.begin() && !lengths.empty()) zero_lane_ = 3 * chart_line;
    lay_out_names();
    lay_out_breaks();
}

void ChartLayout::lay_out_names() {
    constexpr double max_fraction = 0.3;  // of the height
    constexpr double beside = sample_length + chart_gap;
    double widest = 0;
    for (const ChartLine& drawn : chart_.lines) widest = std::max(widest, text_width(drawn.name, chart_text));
    const double width = std::max(plot_.width, 1.0);
    const double column = std::min(width, beside + widest + 4 * chart_gap);
    const int columns = std::max(1, static_cast<int>(width / column));
    const int max_rows = std::max(1, static_cast<int>(area_.height * max_fraction / name_height));
    const int count = static_cast<int>(chart_.lines.size());
    const int rows = std::min(max_rows, (count + columns - 1) / columns);
    plot_.height -= rows * name_height;
    // The last place says how many are left over.
    const int shown = count <= rows * columns ? count : rows * columns - 1;
    const auto place = [&](int k) {
        const int row = k / columns;
        return Point{plot_.x + k % columns * column,
                     area_.bottom() - (rows - row) * name_height + name_height / 2};
    };
    constexpr double baseline = cap_height(chart_text) / 2;
    for (int k = 0; k < shown; ++k) {
        const auto number = static_cast<std::size_t>(k);
        draw_sample(names_, place(k), sample_length, number);
        names_.text({place(k).x + beside, place(k).y + baseline},
                    fitted(chart_.lines[number].name, chart_text, column - beside - chart_gap), chart_text);
    }
    if (shown < count && chart_.more_words) {
        names_.text({place(shown).x, place(shown).y + baseline}, chart_.more_words(count - shown), chart_text,
                    Anchor::start, Ink::quiet);
    }
}

void ChartLayout::lay_out_breaks() {
    constexpr int max_rows = 4;
    constexpr double row_height = chart_line + 2;
    const int rows_there = std::clamp(static_cast<int>(area_.height / 4 / row_height), 1, max_rows);
    std::vector<double> free_from(static_cast<std::size_t>(rows_there),
                                  -std::numeric_limits<double>::infinity());
    int rows = 0;
    for (const ChartBreak& found : chart_.breaks) {
        const double x = (x_of(found.before_bytes) + x_of(found.after_bytes)) / 2;
        const std::string shown = fitted(found.words, chart_text, plot_.width);
        const double width = text_width(shown, chart_text) + chart_gap;
        // Beside its line, or as far to the left of that as the room demands.
        const double from = std::max(plot_.x, std::min(x + 3, plot_.right() - width));
        const auto row =
            std::find_if(free_from.begin(), free_from.end(), [&](double free) { return free <= from; });
        if (row == free_from.end()) {
            breaks_.push_back({x, {}, {}});
            continue;
        }
        const auto number = static_cast<int>(row - free_from.begin());
        *row = from + width + chart_gap;
        rows = std::max(rows, number + 1);
        breaks_.push_back(
            {x, {from, area_.y + chart_gap / 2 + number * row_height + cap_height(chart_text)}, shown});
    }
    plot_.y += rows * row_height;
    plot_.height -= rows * row_height;
}

double ChartLayout::x_of(std::int64_t length_bytes) const noexcept {
    if (length_bytes <= 0) return plot_.x + zero_lane_ * 0.4;
    constexpr double inset = 10;  // the first and the last mark do not touch the frame
    const double left = plot_.x + zero_lane_ + inset;
    const double right = plot_.right() - inset;
    if (log_last_ <= log_first_) return (left + right) / 2;
    if (!chart_.steps.empty()) {
        const auto last = static_cast<double>(chart_.steps.size() - 1);
        return left + static_cast<double>(length_bytes - 1) / last * (right - left);
    }
    const double log = std::log2(static_cast<double>(length_bytes));
    return left + (log - log_first_) / (log_last_ - log_first_) * (right - left);
}

double ChartLayout::y_of(double value) const noexcept {
    return plot_.bottom() - (scale_ ? scale_->position(value) : 0) * plot_.height;
}

Point ChartLayout::place_of(std::size_t k, double value) const noexcept {
    return {x_of(chart_.lengths[k]), y_of(value)};
}

std::optional<std::size_t> ChartLayout::length_at(double x) const {
    const auto& lengths = chart_.lengths;
    const auto distance = [&](std::int64_t length) { return std::abs(x_of(length) - x); };
    const auto nearest =
        std::min_element(lengths.begin(), lengths.end(),
                         [&](std::int64_t a, std::int64_t b) { return distance(a) < distance(b); });
    if (nearest == lengths.end()) return std::nullopt;
    return static_cast<std::size_t>(nearest - lengths.begin());
}

std::vector<std::int64_t> ChartLayout::marked_lengths() const {
    const auto first = static_cast<int>(std::ceil(log_first_ - 1e-9));
    const auto last = static_cast<int>(std::floor(log_last_ + 1e-9));
    constexpr int min_powers = 4;
    const bool are_powers = chart_.steps.empty() && last - first + 1 >= min_powers;
    std::vector<std::int64_t> candidates;
    if (are_powers) {
        for (int power = first; power <= last; ++power) candidates.push_back(std::int64_t{1} << power);
    } else {
        std::copy_if(chart_.lengths.begin(), chart_.lengths.end(), std::back_inserter(candidates),
                     [](std::int64_t length) { return length > 0; });
    }
    std::vector<std::int64_t> marked;
    for (const int step : {1, 2, 5, 10, 20, 50}) {
        marked.clear();
        if (zero_lane_ > 0) marked.push_back(0);
        // Powers that the step divides: 1K and 1M are among them.
        const int offset = are_powers ? (step - first % step) % step : 0;
        for (auto k = static_cast<std::size_t>(offset); k < candidates.size();
             k += static_cast<std::size_t>(step))
            marked.push_back(candidates[k]);
        if (fit_side_by_side(marked)) break;
    }
    return marked;
}

std::string ChartLayout::mark_text(std::int64_t length_bytes) const {
    return chart_.steps.empty() ? format_size(length_bytes)
                                : chart_.steps.at(static_cast<std::size_t>(length_bytes - 1));
}

double ChartLayout::text_place(std::int64_t length_bytes) const {
    const double half = text_width(mark_text(length_bytes), chart_text) / 2;
    return std::clamp(x_of(length_bytes), area_.x + half, std::max(area_.x, area_.right() - 2 * half) + half);
}

bool ChartLayout::fit_side_by_side(const std::vector<std::int64_t>& lengths_bytes) const {
    double free_from = -std::numeric_limits<double>::infinity();
    for (const std::int64_t length : lengths_bytes) {
        const double half = text_width(mark_text(length), chart_text) / 2 + chart_gap;
        if (text_place(length) - half < free_from) return false;
        free_from = text_place(length) + half;
    }
    return true;
}

void ChartLayout::draw(Drawing& drawing) const {
    draw_axes(drawing);
    draw_breaks(drawing);
    for (std::size_t number = 0; number < chart_.lines.size(); ++number) draw_spread(drawing, number);
    draw_current(drawing);
    for (std::size_t number = 0; number < chart_.lines.size(); ++number) draw_line(drawing, number);
    draw_frame(drawing);
    drawing.put(names_, {});
}

void ChartLayout::draw_axes(Drawing& drawing) const {
    for (const RampMark& mark : marked_values_) {
        const double y = y_of(mark.value);
        drawing.line({plot_.x, y}, {plot_.right(), y}, {Ink::grid});
        drawing.line({plot_.x - chart_tick, y}, {plot_.x, y});
        drawing.text({plot_.x - chart_tick - chart_gap, y + cap_height(chart_text) / 2}, mark.text,
                     chart_text, Anchor::end);
    }
    drawing.text({area_.x + cap_height(chart_text), plot_.middle().y}, chart_.value_name, chart_text,
                 Anchor::middle, Ink::quiet, false, true);
    const double bottom = plot_.bottom();
    const double baseline = bottom + chart_tick + chart_gap + cap_height(chart_text);
    for (const std::int64_t length : marked_lengths()) {
        const double x = x_of(length);
        drawing.line({x, plot_.y}, {x, bottom}, {Ink::grid});
        drawing.line({x, bottom}, {x, bottom + chart_tick});
        drawing.text({text_place(length), baseline}, mark_text(length), chart_text, Anchor::middle);
    }
    drawing.text({plot_.middle().x, baseline + chart_line}, chart_.length_name, chart_text, Anchor::middle,
                 Ink::quiet);
}

void ChartLayout::draw_breaks(Drawing& drawing) const {
    for (const BreakPlace& place : breaks_) {
        const double top = place.shown.empty() ? plot_.y : place.words.y - cap_height(chart_text) / 2;
        drawing.line({place.x, top}, {place.x, plot_.bottom()}, {Ink::quiet, 1.5, {5, 4}});
    }
    for (const BreakPlace& place : breaks_) {
        if (place.shown.empty()) continue;
        // The lines of other breaks pass behind the words.
        drawing.area({place.words.x - 2, place.words.y - chart_line + 3,
                      text_width(place.shown, chart_text) + 4, chart_line},
                     {Ink::paper});
        drawing.text(place.words, place.shown, chart_text);
    }
}

void ChartLayout::draw_spread(Drawing& drawing, std::size_t number) const {
    const ChartLine& drawn = chart_.lines[number];
    const std::size_t count = std::min({chart_.lengths.size(), drawn.low.size(), drawn.high.size()});
    const auto has = [&](std::size_t k) { return can_be_drawn(drawn.low[k]) && can_be_drawn(drawn.high[k]); };
    for_each_segment(count, has, [&](std::size_t first, std::size_t end) {
        Path band{{}, true, std::nullopt, Fill{series_ink(number), 0.18}};
        for (std::size_t k = first; k < end; ++k) {
            band.points.push_back(place_of(k, drawn.low[k]));
            if (chart_.spread == Spread::strokes) {
                drawing.line(band.points.back(), place_of(k, drawn.high[k]),
                             {series_ink(number), 6, {}, 0.35});
            }
        }
        if (chart_.spread == Spread::strokes) return;
        for (std::size_t k = end; k-- > first;) band.points.push_back(place_of(k, drawn.high[k]));
        drawing.shapes.emplace_back(std::move(band));
    });
}

void ChartLayout::draw_current(Drawing& drawing) const {
    if (!chart_.current || *chart_.current >= chart_.lengths.size()) return;
    const double x = x_of(chart_.lengths[*chart_.current]);
    const double bottom = plot_.bottom();
    drawing.line({x, plot_.y}, {x, bottom}, {Ink::accent, 1.5});
    drawing.shapes.emplace_back(
        Path{{{x, bottom}, {x - 5, bottom + 7}, {x + 5, bottom + 7}}, true, std::nullopt, Fill{Ink::accent}});
}

void ChartLayout::draw_line(Drawing& drawing, std::size_t number) const {
    constexpr std::size_t max_vertices = 1000;
    const ChartLine& drawn = chart_.lines[number];
    const std::size_t count = std::min(chart_.lengths.size(), drawn.values.size());
    const std::size_t step = count / max_vertices + 1;
    const auto has = [&](std::size_t k) { return can_be_drawn(drawn.values[k]); };
    for_each_segment(count, has, [&](std::size_t first, std::size_t end) {
        Path path{{}, false, line_pen(number)};
        for (std::size_t k = first; k < end; k += step) path.points.push_back(place_of(k, drawn.values[k]));
        drawing.shapes.emplace_back(path);
        double last = -chart_.point_distance;
        for (const Point& point : path.points) {
            if (point.x - last < chart_.point_distance) continue;
            draw_point(drawing, point, number);
            last = point.x;
        }
    });
}

void ChartLayout::draw_frame(Drawing& drawing) const {
    drawing.outline(plot_);
    if (zero_lane_ <= 0) return;
    // Two strokes across the axis: no logarithm leads to 0.
    const Point middle{plot_.x + zero_lane_ * 0.75, plot_.bottom()};
    drawing.line({middle.x - 2, middle.y}, {middle.x + 2, middle.y}, {Ink::paper, 4});
    for (const double shift : {-3.0, 3.0})
        drawing.line({middle.x + shift - 2, middle.y + 5}, {middle.x + shift + 2, middle.y - 5});
}

bool has_values(const Chart& chart) {
    return !chart.lengths.empty() && range_of(chart);
}

std::optional<Drawing> drawing_of(const Chart& chart, double width, double height) {
    if (!has_values(chart)) return std::nullopt;
    // Whole units, so that no pixel of a file is left half empty.
    const double whole_height = std::ceil(height + static_cast<double>(chart.lines.size()) * name_height);
    Drawing drawing{width, whole_height + 8, chart.title};
    ChartLayout(chart, {4, 4, width - 8, whole_height}).draw(drawing);
    return drawing;
}

Drawing drawing_of(const Sheet& sheet, const Chart& chart) {
    return on_sheet(sheet, [&](const Extent& room) {
        if (!sheet.extent()) return drawing_of(chart).value_or(Drawing{});
        Drawing drawing{room.width, room.height, chart.title};
        ChartLayout(chart, {0, 0, room.width, room.height}).draw(drawing);
        return drawing;
    });
}

}  // namespace fabricmap::picture
