// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/curve_frame.hpp"

#include "base/message_lengths.hpp"
#include "viewer/models/language.hpp"
#include "viewer/painting/theme.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fabricmap::viewer {
namespace {

void widen(std::optional<picture::ValueRange>& range, const std::vector<double>& values) {
    for (const double value : values) {
        if (!std::isfinite(value) || value <= 0) continue;
        range = picture::united(range, picture::ValueRange{value, value});
    }
}

std::optional<picture::GreyScale> scale_of(const CurveSet& set) {
    std::optional<picture::ValueRange> range;
    for (const Curve& curve : set.curves) {
        widen(range, curve.low);
        widen(range, curve.middle);
        widen(range, curve.high);
    }
    if (!range) return std::nullopt;
    // Curves shall not run along the frame.
    constexpr double margin_fraction = 0.06;
    const double widened = std::max(1.1, std::pow(range->highest / range->lowest, margin_fraction));
    return picture::GreyScale({range->lowest / widened, range->highest * widened},
                              picture::Scale::logarithmic);
}

std::vector<picture::RampMark> marks_of(const std::optional<picture::GreyScale>& scale, Quantity quantity) {
    if (!scale) return {};
    // Within a few times a value there are too few of the logarithmic ones.
    constexpr double min_ratio = 4;
    const picture::ValueRange& range = scale->range();
    if (range.highest / range.lowest >= min_ratio) return picture::ramp_marks(*scale, quantity);
    return picture::ramp_marks(picture::GreyScale(range), quantity);
}

double widest_mark(const std::vector<picture::RampMark>& marks, const QFontMetricsF& metrics) {
    double widest = 0;
    for (const picture::RampMark& mark : marks) {
        widest = std::max(widest, metrics.horizontalAdvance(QString::fromStdString(mark.text)));
    }
    return widest;
}

std::vector<std::int64_t> every(const std::vector<std::int64_t>& lengths, int step, int offset) {
    std::vector<std::int64_t> taken;
    for (auto k = static_cast<std::size_t>(offset); k < lengths.size(); k += static_cast<std::size_t>(step)) {
        taken.push_back(lengths[k]);
    }
    return taken;
}

}  // namespace

CurveFrame::CurveFrame(const CurveSet& set, const QRectF& area, const QFont& font)
    : metrics_(smaller(font)),
      lengths_(set.lengths),
      area_(area),
      scale_(scale_of(set)),
      marked_values_(marks_of(scale_, set.quantity)) {
    const double line = metrics_.height();
    const double left = line + gap + widest_mark(marked_values_, metrics_) + tick + gap;
    const double below = tick + 2 * line + 2 * gap;
    plot_ = area.adjusted(left, gap, -2 * gap, -below);
    const auto positive =
        std::find_if(lengths_.begin(), lengths_.end(), [](std::int64_t l) { return l > 0; });
    if (positive != lengths_.end()) {
        log_first_ = std::log2(static_cast<double>(*positive));
        log_last_ = std::log2(static_cast<double>(lengths_.back()));
    }
    if (positive != lengths_.begin() && !lengths_.empty()) zero_lane_ = 3 * line;
    place_names(set);
    place_breaks(set);
}

void CurveFrame::place_names(const CurveSet& set) {
    constexpr double max_fraction = 0.3;  // of the height
    const double line = metrics_.height() + 2;
    const double beside = sample_length + gap;
    const double width = std::max(plot_.width(), 1.0);
    double widest = 0;
    for (const Curve& curve : set.curves) {
        widest = std::max(widest, metrics_.horizontalAdvance(curve_text(curve)));
    }
    const double column = std::min(width, beside + widest + 4 * gap);
    const int columns = std::max(1, static_cast<int>(width / column));
    const int max_rows = std::max(1, static_cast<int>(area_.height() * max_fraction / line));
    const int count = static_cast<int>(set.curves.size());
    const int rows = std::min(max_rows, (count + columns - 1) / columns);
    plot_.setBottom(plot_.bottom() - rows * line);
    // The last place tells how many are left over.
    const int shown = count <= rows * columns ? count : rows * columns - 1;
    nameless_ = count - shown;
    const auto place_of = [&](int k) {
        const int row = k / columns;
        return QRectF(plot_.left() + (k % columns) * column, area_.bottom() - (rows - row) * line, column,
                      line);
    };
    for (int k = 0; k < shown; ++k) {
        const QRectF place = place_of(k);
        const QRectF words = place.adjusted(beside, 0, -gap, 0);
        const QString name = curve_text(set.curves[static_cast<std::size_t>(k)]);
        names_.push_back({{place.left(), place.center().y()},
                          words,
                          metrics_.elidedText(name, Qt::ElideMiddle, words.width())});
    }
    if (nameless_ > 0) nameless_place_ = place_of(shown);
}

void CurveFrame::place_breaks(const CurveSet& set) {
    constexpr int max_rows = 4;
    const double line = metrics_.height() + 2;
    const int rows_there = std::clamp(static_cast<int>(area_.height() / 4 / line), 1, max_rows);
    std::vector<double> free_from(static_cast<std::size_t>(rows_there),
                                  -std::numeric_limits<double>::infinity());
    int rows = 0;
    for (const ProtocolBreak& found : set.breaks) {
        const double x =
            (x_of(static_cast<double>(found.before_bytes)) + x_of(static_cast<double>(found.after_bytes))) /
            2;
        const QString shown = metrics_.elidedText(break_text(found), Qt::ElideRight, plot_.width());
        const double width = metrics_.horizontalAdvance(shown) + gap;
        // Beside its line, or as far to the left of that as the room demands.
        const double from = std::max(plot_.left(), std::min(x + 3, plot_.right() - width));
        const auto row =
            std::find_if(free_from.begin(), free_from.end(), [&](double free) { return free <= from; });
        if (row == free_from.end()) {
            breaks_.push_back({x, {}, shown});
            continue;
        }
        const auto number = static_cast<int>(row - free_from.begin());
        *row = from + width + gap;
        rows = std::max(rows, number + 1);
        breaks_.push_back({x, QRectF(from, area_.top() + gap / 2 + number * line, width, line), shown});
    }
    plot_.setTop(plot_.top() + rows * line);
}

double CurveFrame::axis_break_x() const {
    return plot_.left() + zero_lane_ * 0.75;
}

double CurveFrame::x_of(double length_bytes) const {
    if (length_bytes <= 0) return plot_.left() + zero_lane_ * 0.4;
    constexpr double inset = 10;  // the first and the last mark do not touch the frame
    const double left = plot_.left() + zero_lane_ + inset;
    const double right = plot_.right() - inset;
    if (log_last_ <= log_first_) return (left + right) / 2;
    return left + (std::log2(length_bytes) - log_first_) / (log_last_ - log_first_) * (right - left);
}

double CurveFrame::y_of(double value) const {
    return plot_.bottom() - (scale_ ? scale_->position(value) : 0) * plot_.height();
}

std::optional<int> CurveFrame::length_at(double x) const {
    if (lengths_.empty()) return std::nullopt;
    const auto distance = [&](std::int64_t length) {
        return std::abs(x_of(static_cast<double>(length)) - x);
    };
    const auto nearest =
        std::min_element(lengths_.begin(), lengths_.end(),
                         [&](std::int64_t a, std::int64_t b) { return distance(a) < distance(b); });
    return static_cast<int>(nearest - lengths_.begin());
}

std::vector<std::int64_t> CurveFrame::marked_lengths() const {
    std::vector<std::int64_t> candidates;
    const auto first = static_cast<int>(std::ceil(log_first_ - 1e-9));
    const auto last = static_cast<int>(std::floor(log_last_ + 1e-9));
    constexpr int min_powers = 4;
    const bool powers = last - first + 1 >= min_powers;
    if (powers) {
        for (int power = first; power <= last; ++power) candidates.push_back(std::int64_t{1} << power);
    } else {
        std::copy_if(lengths_.begin(), lengths_.end(), std::back_inserter(candidates),
                     [](std::int64_t length) { return length > 0; });
    }
    std::vector<std::int64_t> marked;
    if (has_zero()) marked.push_back(0);
    constexpr std::array steps{1, 2, 5, 10, 20, 50};
    for (const int step : steps) {
        // Powers that the step divides: 1K and 1M are among them.
        const int offset = powers ? (step - first % step) % step : 0;
        const std::vector<std::int64_t> taken = every(candidates, step, offset);
        if (!fit_side_by_side(taken) && step != steps.back()) continue;
        marked.insert(marked.end(), taken.begin(), taken.end());
        break;
    }
    return marked;
}

bool CurveFrame::fit_side_by_side(const std::vector<std::int64_t>& lengths_bytes) const {
    double free_from = -std::numeric_limits<double>::infinity();
    for (const std::int64_t length : lengths_bytes) {
        const double half = metrics_.horizontalAdvance(QString::fromStdString(format_size(length))) / 2 + gap;
        const double centre = x_of(static_cast<double>(length));
        if (centre - half < free_from) return false;
        free_from = centre + half;
    }
    return true;
}

}  // namespace fabricmap::viewer
