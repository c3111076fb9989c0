// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/chart_drawing.hpp"

#include "picture/layout/line_style.hpp"
#include "picture/shapes/words.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::picture {
namespace {

/// Neighbouring lengths with values, for what is not drawn across a gap.
template <typename Has, typename Draw>
void for_each_segment(std::size_t count, const Has& has, const Draw& draw) {
    std::size_t first = 0;
    while (first < count) {
        if (!has(first)) {
            ++first;
            continue;
        }
        std::size_t end = first + 1;
        while (end < count && has(end)) ++end;
        draw(first, end);
        first = end;
    }
}

class ChartDrawing {
  public:
    ChartDrawing(const ChartLayout& layout, Drawing& drawing) : layout_(layout), drawing_(drawing) {}
    void draw() const;

  private:
    void draw_value_axis() const;
    void draw_length_axis() const;
    void draw_breaks() const;
    void draw_spread(std::size_t number) const;
    void draw_current() const;
    void draw_line(std::size_t number) const;
    void draw_frame() const;
    void draw_names() const;
    [[nodiscard]] const Chart& chart() const noexcept { return layout_.chart(); }
    [[nodiscard]] const Box& plot() const noexcept { return layout_.plot(); }

    const ChartLayout& layout_;
    Drawing& drawing_;
};

void ChartDrawing::draw() const {
    draw_value_axis();
    draw_length_axis();
    draw_breaks();
    for (std::size_t number = 0; number < chart().lines.size(); ++number) draw_spread(number);
    draw_current();
    for (std::size_t number = 0; number < chart().lines.size(); ++number) draw_line(number);
    draw_frame();
    draw_names();
}

void ChartDrawing::draw_value_axis() const {
    for (const RampMark& mark : layout_.marked_values()) {
        const double y = layout_.y_of(mark.value);
        drawing_.line({plot().x, y}, {plot().right(), y}, {Ink::grid});
        drawing_.line({plot().x - chart_tick, y}, {plot().x, y});
        drawing_.text({plot().x - chart_tick - chart_gap, y + cap_height(chart_text) / 2}, mark.text,
                      chart_text, Anchor::end);
    }
    drawing_.text({layout_.area().x + cap_height(chart_text), plot().middle().y}, chart().value_name,
                  chart_text, Anchor::middle, Ink::quiet, false, true);
}

void ChartDrawing::draw_length_axis() const {
    const double bottom = plot().bottom();
    for (const std::int64_t length : layout_.marked_lengths()) {
        const double x = layout_.x_of(length);
        drawing_.line({x, plot().y}, {x, bottom}, {Ink::grid});
        drawing_.line({x, bottom}, {x, bottom + chart_tick});
        drawing_.text({x, bottom + chart_tick + chart_gap + cap_height(chart_text)},
                      layout_.mark_text(length), chart_text, Anchor::middle);
    }
    drawing_.text({plot().middle().x, bottom + chart_tick + chart_gap + chart_line + cap_height(chart_text)},
                  chart().length_name, chart_text, Anchor::middle, Ink::quiet);
}

void ChartDrawing::draw_breaks() const {
    for (const ChartLayout::BreakPlace& place : layout_.breaks()) {
        const double top = place.shown.empty() ? plot().y : place.words.y - cap_height(chart_text) / 2;
        drawing_.line({place.x, top}, {place.x, plot().bottom()}, {Ink::quiet, 1.5, {5, 4}});
    }
    for (const ChartLayout::BreakPlace& place : layout_.breaks()) {
        if (place.shown.empty()) continue;
        // The lines of other breaks pass behind the words.
        drawing_.area({place.words.x - 2, place.words.y - chart_line + 3,
                       text_width(place.shown, chart_text) + 4, chart_line},
                      {Ink::paper});
        drawing_.text(place.words, place.shown, chart_text);
    }
}

void ChartDrawing::draw_spread(std::size_t number) const {
    const ChartLine& drawn = chart().lines[number];
    const std::size_t count = std::min({chart().lengths.size(), drawn.low.size(), drawn.high.size()});
    const auto has = [&](std::size_t k) { return can_be_drawn(drawn.low[k]) && can_be_drawn(drawn.high[k]); };
    const auto place = [&](std::size_t k, double value) {
        return Point{layout_.x_of(chart().lengths[k]), layout_.y_of(value)};
    };
    if (chart().spread == Spread::strokes) {
        for (std::size_t k = 0; k < count; ++k) {
            if (!has(k)) continue;
            drawing_.line(place(k, drawn.low[k]), place(k, drawn.high[k]), {series_ink(number), 6, {}, 0.35});
        }
        return;
    }
    for_each_segment(count, has, [&](std::size_t first, std::size_t end) {
        Path band{{}, true, std::nullopt, Fill{series_ink(number), 0.18}};
        for (std::size_t k = first; k < end; ++k) band.points.push_back(place(k, drawn.low[k]));
        for (std::size_t k = end; k-- > first;) band.points.push_back(place(k, drawn.high[k]));
        drawing_.shapes.emplace_back(std::move(band));
    });
}

void ChartDrawing::draw_current() const {
    if (!chart().current || *chart().current >= chart().lengths.size()) return;
    const double x = layout_.x_of(chart().lengths[*chart().current]);
    const double bottom = plot().bottom();
    drawing_.line({x, plot().y}, {x, bottom}, {Ink::accent, 1.5});
    drawing_.shapes.emplace_back(
        Path{{{x, bottom}, {x - 5, bottom + 7}, {x + 5, bottom + 7}}, true, std::nullopt, Fill{Ink::accent}});
}

void ChartDrawing::draw_line(std::size_t number) const {
    constexpr std::size_t max_vertices = 1000;
    const ChartLine& drawn = chart().lines[number];
    const std::size_t count = std::min(chart().lengths.size(), drawn.values.size());
    const std::size_t step = count / max_vertices + 1;
    const auto has = [&](std::size_t k) { return can_be_drawn(drawn.values[k]); };
    for_each_segment(count, has, [&](std::size_t first, std::size_t end) {
        Path path{{}, false, line_pen(number)};
        for (std::size_t k = first; k < end; k += step)
            path.points.push_back({layout_.x_of(chart().lengths[k]), layout_.y_of(drawn.values[k])});
        const std::vector<Point> points = path.points;
        drawing_.shapes.emplace_back(std::move(path));
        double last = -chart().point_distance;
        for (const Point& point : points) {
            if (point.x - last < chart().point_distance) continue;
            draw_point(drawing_, point, number);
            last = point.x;
        }
    });
}

void ChartDrawing::draw_frame() const {
    drawing_.outline(plot());
    if (layout_.zero_lane() <= 0) return;
    // Two strokes across the axis: no logarithm leads to 0.
    const Point middle{plot().x + layout_.zero_lane() * 0.75, plot().bottom()};
    drawing_.line({middle.x - 2, middle.y}, {middle.x + 2, middle.y}, {Ink::paper, 4});
    for (const double shift : {-3.0, 3.0})
        drawing_.line({middle.x + shift - 2, middle.y + 5}, {middle.x + shift + 2, middle.y - 5});
}

void ChartDrawing::draw_names() const {
    for (std::size_t number = 0; number < layout_.names().size(); ++number) {
        const auto& [left, shown] = layout_.names()[number];
        draw_sample(drawing_, left, ChartLayout::sample_length, number);
        drawing_.text({left.x + ChartLayout::sample_length + chart_gap, left.y + cap_height(chart_text) / 2},
                      shown, chart_text);
    }
    if (!layout_.nameless_place() || !chart().more_words) return;
    const Point place = *layout_.nameless_place();
    drawing_.text({place.x, place.y + cap_height(chart_text) / 2}, chart().more_words(layout_.nameless()),
                  chart_text, Anchor::start, Ink::quiet);
}

}  // namespace

void draw(const ChartLayout& layout, Drawing& drawing) {
    ChartDrawing(layout, drawing).draw();
}

std::optional<Drawing> drawing_of(const Chart& chart, double width, double height) {
    constexpr double name_height = chart_line + 3;
    if (chart.lengths.empty()) return std::nullopt;
    // Whole units, so that no pixel of a file is left half empty.
    const double whole_height = std::ceil(height + static_cast<double>(chart.lines.size()) * name_height);
    const ChartLayout layout(chart, {4, 4, width - 8, whole_height});
    if (!layout.has_values()) return std::nullopt;
    Drawing drawing{width, whole_height + 8, chart.title};
    draw(layout, drawing);
    return drawing;
}

}  // namespace fabricmap::picture
