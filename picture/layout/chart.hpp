// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "picture/ramp.hpp"
#include "picture/scaling.hpp"
#include "picture/shapes/drawing.hpp"
#include "picture/shapes/words.hpp"

#include <cmath>
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

inline constexpr double chart_tick = 5;
inline constexpr double chart_gap = 6;
inline constexpr double chart_text = small_size;
inline constexpr double chart_line = line_height(chart_text);

/// Logarithmic axes have no place for others.
[[nodiscard]] inline bool can_be_drawn(double value) noexcept {
    return std::isfinite(value) && value > 0;
}

/// A chart laid out within a box: axes, the words of breaks above, the names of the lines below.
class ChartLayout {
  public:
    /// `area` may be too small for anything.
    ChartLayout(Chart chart, const Box& area);

    [[nodiscard]] const Box& plot() const noexcept { return plot_; }
    /// Whether any value can be drawn.
    [[nodiscard]] bool has_values() const noexcept { return scale_.has_value(); }
    [[nodiscard]] double x_of(std::int64_t length_bytes) const noexcept;
    [[nodiscard]] double y_of(double value) const noexcept;
    /// The length that lies nearest to that place; nothing where there is none.
    [[nodiscard]] std::optional<std::size_t> length_at(double x) const;
    /// Lengths with a mark on the axis: powers of two where there are a few of them.
    [[nodiscard]] std::vector<std::int64_t> marked_lengths() const;

    /// What such a mark is called.
    [[nodiscard]] std::string mark_text(std::int64_t length_bytes) const;

    /// Round values with a mark on the axis.
    [[nodiscard]] const std::vector<RampMark>& marked_values() const noexcept { return marked_values_; }

    struct BreakPlace {
        double x = 0;
        Point words{};      ///< the beginning of their baseline
        std::string shown;  ///< empty where there is no room for them
    };
    struct NamePlace {
        Point left;  ///< of the sample of its line, in the middle of the text's height
        std::string shown;
    };
    [[nodiscard]] const Chart& chart() const noexcept { return chart_; }
    [[nodiscard]] const Box& area() const noexcept { return area_; }
    /// Before the shortest length beyond 0, where there is 0; else 0.
    [[nodiscard]] double zero_lane() const noexcept { return zero_lane_; }
    [[nodiscard]] const std::vector<BreakPlace>& breaks() const noexcept { return breaks_; }
    /// One for each of the first lines.
    [[nodiscard]] const std::vector<NamePlace>& names() const noexcept { return names_; }
    /// Lines whose names had no room, and where that is said.
    [[nodiscard]] int nameless() const noexcept { return nameless_; }
    [[nodiscard]] const std::optional<Point>& nameless_place() const noexcept { return nameless_place_; }

    static constexpr double sample_length = 34;

  private:
    void place_names();
    void place_breaks();
    [[nodiscard]] bool fit_side_by_side(const std::vector<std::int64_t>& lengths_bytes) const;

    Chart chart_;
    Box area_;
    Box plot_;
    double zero_lane_ = 0;
    double log_first_ = 0;
    double log_last_ = 0;
    std::optional<GreyScale> scale_;
    std::vector<RampMark> marked_values_;
    std::vector<BreakPlace> breaks_;
    std::vector<NamePlace> names_;
    std::optional<Point> nameless_place_;
    int nameless_ = 0;
};

}  // namespace fabricmap::picture
