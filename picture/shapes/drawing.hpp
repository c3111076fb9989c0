// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shades.hpp"
#include "picture/window.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fabricmap::picture {

/// A drawing is a list of shapes, laid out once; files, pages and windows paint the same list. Lengths are
/// in its own units, pixels where it is shown at its own size: x goes to the right, y down.
struct Point {
    double x = 0;
    double y = 0;

    friend bool operator==(const Point&, const Point&) = default;
};

struct Box {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    [[nodiscard]] double right() const noexcept { return x + width; }
    [[nodiscard]] double bottom() const noexcept { return y + height; }
    [[nodiscard]] Point middle() const noexcept { return {x + width / 2, y + height / 2}; }
    friend bool operator==(const Box&, const Box&) = default;
};

struct Extent {
    double width = 0;
    double height = 0;
};

/// What a shape is for. Its colour is chosen where it is painted: on paper, on a page, in a dark window.
enum class Ink : std::uint8_t {
    text,
    quiet,  ///< lesser words
    rule,   ///< axes, ticks, frames
    grid,
    paper,   ///< the ground
    mark,    ///< of findings
    accent,  ///< what is chosen
    series,  ///< the first of six; see series_ink
};

inline constexpr std::size_t series_inks = 6;

/// The colour of the curve with that number.
[[nodiscard]] constexpr Ink series_ink(std::size_t number) noexcept {
    return static_cast<Ink>(static_cast<std::size_t>(Ink::series) + number % series_inks);
}

struct Pen {
    Ink ink = Ink::rule;
    double width = 1;
    std::vector<double> dashes{};  ///< lengths of strokes and gaps by turns; empty: one stroke
    double opacity = 1;

    friend bool operator==(const Pen&, const Pen&) = default;
};

struct Fill {
    Ink ink = Ink::paper;
    double opacity = 1;

    friend bool operator==(const Fill&, const Fill&) = default;
};

struct Path {
    std::vector<Point> points;
    bool is_closed = false;
    std::optional<Pen> pen{};
    std::optional<Fill> fill{};
    std::string hint{};  ///< said of it where one points at it

    friend bool operator==(const Path&, const Path&) = default;
};

/// Whether each of its lines goes straight down or across, and is sharp where it lies on pixels.
[[nodiscard]] bool runs_along_axes(const Path& path) noexcept;

struct Circle {
    Point centre;
    double radius = 0;
    std::optional<Pen> pen{};
    std::optional<Fill> fill{};

    friend bool operator==(const Circle&, const Circle&) = default;
};

enum class Anchor : std::uint8_t { start, middle, end };

/// So much of the words' length lies before the place they are anchored at.
[[nodiscard]] constexpr double part_before(Anchor anchor) noexcept {
    return static_cast<double>(anchor) / 2;
}

/// One line of words in a sans-serif font.
struct Text {
    Point at;  ///< on the baseline, where `anchor` says
    std::string words;
    double size = 13;
    Anchor anchor = Anchor::start;
    Ink ink = Ink::text;
    bool is_bold = false;
    bool is_upwards = false;  ///< read from below

    friend bool operator==(const Text&, const Text&) = default;
};

/// Shades stretched over a box, each pixel a rectangle with sharp edges.
struct Cells {
    Box box;
    std::shared_ptr<const ShadePicture> shades;
    Palette palette = Palette::grey;

    friend bool operator==(const Cells& one, const Cells& other) {
        return one.box == other.box && one.palette == other.palette && *one.shades == *other.shades;
    }
};

using Shape = std::variant<Path, Circle, Text, Cells>;

/// Painted in the order of the shapes.
struct Drawing {
    double width = 0;
    double height = 0;
    std::string title;                 ///< read aloud in its stead
    std::vector<std::string> lines{};  ///< what else it says of itself
    std::vector<Shape> shapes{};
    double scale = 1;  ///< pixels a unit of a PNG

    void line(Point from, Point to, const Pen& pen = {}) {
        shapes.emplace_back(Path{{from, to}, false, pen});
    }
    void outline(const Box& box, const Pen& pen = {}) { shapes.emplace_back(Path{corners(box), true, pen}); }
    void area(const Box& box, const Fill& fill) {
        shapes.emplace_back(Path{corners(box), true, std::nullopt, fill});
    }
    void text(Text text) { shapes.emplace_back(std::move(text)); }
    void text(Point at, std::string words, double size, Anchor anchor = Anchor::start, Ink ink = Ink::text,
              bool is_bold = false, bool is_upwards = false) {
        shapes.emplace_back(Text{at, std::move(words), size, anchor, ink, is_bold, is_upwards});
    }

    /// Words that look like `style`, on lines below each other from that upper left corner on; returns where
    /// the next line would begin.
    double put_lines(Point corner, const std::vector<std::string>& words, Text style);
    /// The shapes of another one, whose upper left corner lies there, and so many times as large.
    void put(Drawing other, Point corner, double magnification = 1);

    [[nodiscard]] static std::vector<Point> corners(const Box& box) {
        return {{box.x, box.y}, {box.right(), box.y}, {box.right(), box.bottom()}, {box.x, box.bottom()}};
    }
    friend bool operator==(const Drawing&, const Drawing&) = default;
};

}  // namespace fabricmap::picture
