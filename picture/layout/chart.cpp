// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/chart.hpp"

#include "base/message_lengths.hpp"
#include "picture/shapes/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::picture {
namespace {

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

double widest_of(const std::vector<RampMark>& marks) {
    double widest = 0;
    for (const RampMark& mark : marks) widest = std::max(widest, text_width(mark.text, chart_text));
    return widest;
}

std::vector<std::int64_t> every(const std::vector<std::int64_t>& lengths, std::size_t step,
                                std::size_t first) {
    std::vector<std::int64_t> taken;
    for (std::size_t k = first; k < lengths.size(); k += step) taken.push_back(lengths[k]);
    return taken;
}

}  // namespace

ChartLayout::ChartLayout(Chart chart, const Box& area)
    : chart_(std::move(chart)),
      area_(area),
      scale_(scale_of(chart_)),
      marked_values_(marks_of(scale_, chart_)) {
    const double left = chart_line + chart_gap + widest_of(marked_values_) + chart_tick + chart_gap;
    const double below = chart_tick + 2 * chart_line + 2 * chart_gap;
    plot_ = {area.x + left, area.y + chart_gap, area.width - left - 2 * chart_gap,
             area.height - chart_gap - below};
    const auto& lengths = chart_.lengths;
    const auto positive = std::find_if(lengths.begin(), lengths.end(), [](std::int64_t l) { return l > 0; });
    if (positive != lengths.end()) {
        log_first_ = std::log2(static_cast<double>(*positive));
        log_last_ = std::log2(static_cast<double>(lengths.back()));
    }
    constexpr double max_step_width = 120;
    for (std::string& step : chart_.steps) step = fitted(step, chart_text, max_step_width);
    if (positive != lengths.begin() && !lengths.empty()) zero_lane_ = 3 * chart_line;
    place_names();
    place_breaks();
}

void ChartLayout::place_names() {
    constexpr double max_fraction = 0.3;  // of the height
    constexpr double row_height = chart_line + 3;
    constexpr double beside = sample_length + chart_gap;
    double widest = 0;
    for (const ChartLine& drawn : chart_.lines) widest = std::max(widest, text_width(drawn.name, chart_text));
    const double width = std::max(plot_.width, 1.0);
    const double column = std::min(width, beside + widest + 4 * chart_gap);
    const int columns = std::max(1, static_cast<int>(width / column));
    const int max_rows = std::max(1, static_cast<int>(area_.height * max_fraction / row_height));
    const int count = static_cast<int>(chart_.lines.size());
    const int rows = std::min(max_rows, (count + columns - 1) / columns);
    plot_.height -= rows * row_height;
    // The last place says how many are left over.
    const int shown = count <= rows * columns ? count : rows * columns - 1;
    nameless_ = count - shown;
    const auto place_of = [&](int k) {
        const int row = k / columns;
        return Point{plot_.x + k % columns * column,
                     area_.bottom() - (rows - row) * row_height + row_height / 2};
    };
    for (int k = 0; k < shown; ++k) {
        const std::string& name = chart_.lines[static_cast<std::size_t>(k)].name;
        names_.push_back({place_of(k), fitted(name, chart_text, column - beside - chart_gap)});
    }
    if (nameless_ > 0) nameless_place_ = place_of(shown);
}

void ChartLayout::place_breaks() {
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

std::optional<std::size_t> ChartLayout::length_at(double x) const {
    const auto& lengths = chart_.lengths;
    if (lengths.empty()) return std::nullopt;
    const auto distance = [&](std::int64_t length) { return std::abs(x_of(length) - x); };
    const auto nearest =
        std::min_element(lengths.begin(), lengths.end(),
                         [&](std::int64_t a, std::int64_t b) { return distance(a) < distance(b); });
    return static_cast<std::size_t>(nearest - lengths.begin());
}

std::vector<std::int64_t> ChartLayout::marked_lengths() const {
    std::vector<std::int64_t> candidates;
    const auto first = static_cast<int>(std::ceil(log_first_ - 1e-9));
    const auto last = static_cast<int>(std::floor(log_last_ + 1e-9));
    constexpr int min_powers = 4;
    const bool powers = chart_.steps.empty() && last - first + 1 >= min_powers;
    if (powers) {
        for (int power = first; power <= last; ++power) candidates.push_back(std::int64_t{1} << power);
    } else {
        std::copy_if(chart_.lengths.begin(), chart_.lengths.end(), std::back_inserter(candidates),
                     [](std::int64_t length) { return length > 0; });
    }
    std::vector<std::int64_t> marked;
    if (zero_lane_ > 0) marked.push_back(0);
    constexpr std::array steps{1, 2, 5, 10, 20, 50};
    for (const int step : steps) {
        // Powers that the step divides: 1K and 1M are among them.
        const int offset = powers ? (step - first % step) % step : 0;
        const auto taken =
            every(candidates, static_cast<std::size_t>(step), static_cast<std::size_t>(offset));
        if (!fit_side_by_side(taken) && step != steps.back()) continue;
        marked.insert(marked.end(), taken.begin(), taken.end());
        break;
    }
    return marked;
}

std::string ChartLayout::mark_text(std::int64_t length_bytes) const {
    return chart_.steps.empty() ? format_size(length_bytes)
                                : chart_.steps.at(static_cast<std::size_t>(length_bytes - 1));
}

bool ChartLayout::fit_side_by_side(const std::vector<std::int64_t>& lengths_bytes) const {
    double free_from = -std::numeric_limits<double>::infinity();
    for (const std::int64_t length : lengths_bytes) {
        const double half = text_width(mark_text(length), chart_text) / 2 + chart_gap;
        if (x_of(length) - half < free_from) return false;
        free_from = x_of(length) + half;
    }
    return true;
}

}  // namespace fabricmap::picture
