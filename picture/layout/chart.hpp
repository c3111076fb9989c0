// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "picture/layout/sheet.hpp"
#include "picture/ramp.hpp"
#include "picture/scaling.hpp"
#include "picture/shapes/drawing.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::picture {

/// One value a length, NaN where there is none.
struct ChartLine {
    std::string name;
    std::vector<double> values;
    std::vector<double> low{};  ///< ends of the intervals around the values; empty where there are none
    std::vector<double> high{};
};

/// Lengths between which something happens.
struct ChartBreak {
    std::int64_t before_bytes = 0;
    std::int64_t after_bytes = 0;
    std::string words;

    friend bool operator==(const ChartBreak&, const ChartBreak&) = default;
};

/// How the intervals are drawn.
enum class Spread : std::uint8_t { band, strokes };

/// Values over message lengths: the lengths on a logarithmic axis, the values too, but for factors that lie
/// near 1. Lines differ in colour, dashes and points.
struct Chart {
    std::string title;  ///< read aloud instead of the drawing
    Quantity quantity = Quantity::delay;
    std::string value_name = "delay";
    std::string length_name = "message length in bytes (K, M: powers of 1024)";
    std::vector<std::int64_t> lengths;  ///< bytes, ascending
    std::vector<std::string> steps{};   ///< names at even distances instead; the lengths are 1, 2, ... then
    std::vector<ChartLine> lines;
    std::vector<ChartBreak> breaks{};  ///< dashed, with their words above the plot
    Spread spread = Spread::band;
    double point_distance = 12;            ///< points of a line stand as far apart at least
    std::optional<std::size_t> current{};  ///< index of the length that is marked
    NumberWords number_words{};            ///< nothing: as they are
    /// Of lines whose names had no room; nothing: none is said.
    std::function<std::string(int)> more_words{};
};

/// A chart laid out within a box: axes, the words of breaks above, the names of the lines below.
class ChartLayout {
  public:
    /// `area` may be too small for anything.
    ChartLayout(Chart chart, const Box& area);

    [[nodiscard]] const Box& plot() const noexcept { return plot_; }
    [[nodiscard]] double x_of(std::int64_t length_bytes) const noexcept;
    [[nodiscard]] double y_of(double value) const noexcept;
    /// The length that lies nearest to that place; nothing where there is none.
    [[nodiscard]] std::optional<std::size_t> length_at(double x) const;
    /// Lengths with a mark on the axis: powers of two where there are a few of them.
    [[nodiscard]] std::vector<std::int64_t> marked_lengths() const;
    void draw(Drawing& drawing) const;

  private:
    struct BreakPlace {
        double x = 0;
        Point words{};      ///< the beginning of their baseline
        std::string shown;  ///< empty where there is no room for them
    };

    void lay_out_names();
    void lay_out_breaks();
    [[nodiscard]] std::string mark_text(std::int64_t length_bytes) const;
    /// The middle of that text, which stays within the area at either end of the axis.
    [[nodiscard]] double text_place(std::int64_t length_bytes) const;
    [[nodiscard]] bool fit_side_by_side(const std::vector<std::int64_t>& lengths_bytes) const;
    [[nodiscard]] Point place_of(std::size_t k, double value) const noexcept;
    void draw_axes(Drawing& drawing) const;
    void draw_breaks(Drawing& drawing) const;
    void draw_spread(Drawing& drawing, std::size_t number) const;
    void draw_line(Drawing& drawing, std::size_t number) const;
    void draw_current(Drawing& drawing) const;
    void draw_frame(Drawing& drawing) const;

    Chart chart_;
    Box area_;
    Box plot_;
    double zero_lane_ = 0;  ///< before the shortest length beyond 0, where there is 0
    double log_first_ = 0;
    double log_last_ = 0;
    std::optional<GreyScale> scale_;
    std::vector<RampMark> marked_values_;
    std::vector<BreakPlace> breaks_;
    Drawing names_;
};

/// Whether any value can be drawn.
[[nodiscard]] bool has_values(const Chart& chart);

/// The chart alone, so wide and high, and higher as its names need; nothing where no value can be drawn.
[[nodiscard]] std::optional<Drawing> drawing_of(const Chart& chart, double width = 640, double height = 400);

/// The chart on its sheet.
[[nodiscard]] Drawing drawing_of(const Sheet& sheet, const Chart& chart);

}  // namespace fabricmap::picture
