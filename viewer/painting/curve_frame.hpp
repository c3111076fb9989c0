// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/ramp.hpp"
#include "picture/scaling.hpp"
#include "viewer/reading/curves.hpp"

#include <QFont>
#include <QFontMetricsF>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::viewer {

/// Where the lengths and values of curves lie on a plot. Both axes are logarithmic; 0 bytes has a place of
/// its own to the left of a break in the axis. In logical pixels.
class CurveFrame {
  public:
    /// `area` holds everything: axes, the words of breaks above, the names of curves below. `set` and the
    /// area may be empty.
    CurveFrame(const CurveSet& set, const QRectF& area, const QFont& font);

    struct BreakPlace {
        double x;
        QRectF words;  ///< empty where there is no room for them
        QString shown;
    };
    struct NamePlace {
        QPointF left;  ///< of the sample of its line, in the middle of the text's height
        QRectF words;
        QString shown;
    };

    [[nodiscard]] const QRectF& area() const noexcept { return area_; }
    [[nodiscard]] const QRectF& plot() const noexcept { return plot_; }
    /// Nothing where no value is above zero.
    [[nodiscard]] const std::optional<picture::GreyScale>& scale() const noexcept { return scale_; }
    [[nodiscard]] bool has_zero() const noexcept { return zero_lane_ > 0; }
    /// Between the place of 0 bytes and the axis.
    [[nodiscard]] double axis_break_x() const;

    [[nodiscard]] double x_of(double length_bytes) const;
    [[nodiscard]] double y_of(double value) const;
    /// The length that lies nearest to that place; nothing where there is none.
    [[nodiscard]] std::optional<int> length_at(double x) const;

    /// Round values with a mark on the axis.
    [[nodiscard]] const std::vector<picture::RampMark>& marked_values() const noexcept {
        return marked_values_;
    }
    /// Lengths with a mark on the axis: powers of two where there are a few of them.
    [[nodiscard]] std::vector<std::int64_t> marked_lengths() const;
    /// One for each break, in their order.
    [[nodiscard]] const std::vector<BreakPlace>& breaks() const noexcept { return breaks_; }
    /// One for each of the first curves.
    [[nodiscard]] const std::vector<NamePlace>& names() const noexcept { return names_; }
    /// Curves whose names had no room.
    [[nodiscard]] int nameless() const noexcept { return nameless_; }
    [[nodiscard]] QRectF nameless_place() const noexcept { return nameless_place_; }

    static constexpr double sample_length = 34;
    static constexpr double tick = 5;  ///< length of the marks at the axes
    static constexpr double gap = 6;

  private:
    void place_names(const CurveSet& set);
    void place_breaks(const CurveSet& set);
    [[nodiscard]] bool fit_side_by_side(const std::vector<std::int64_t>& lengths_bytes) const;

    QFontMetricsF metrics_;
    std::vector<std::int64_t> lengths_;
    QRectF area_;
    QRectF plot_;
    double zero_lane_ = 0;
    double log_first_ = 0;
    double log_last_ = 0;
    std::optional<picture::GreyScale> scale_;
    std::vector<picture::RampMark> marked_values_;
    std::vector<BreakPlace> breaks_;
    std::vector<NamePlace> names_;
    int nameless_ = 0;
    QRectF nameless_place_;
};

}  // namespace fabricmap::viewer
