// SPDX-License-Identifier: Apache-2.0
#include "picture/output/svg.hpp"

#include "base/utf8.hpp"
#include "picture/output/png.hpp"
#include "picture/shapes/inks.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

namespace fabricmap::picture {
namespace {

/// With as many digits as a screen shows.
std::string coordinate(double value) {
    return fmt::format("{}", std::round(value * 10) / 10);
}

class SvgWriter {
  public:
    /// `reference` is the attribute that names an image: files are read by programs that know the older one
    /// alone.
    SvgWriter(std::string& out, std::string_view reference) : out_(&out), reference_(reference) {}

    void operator()(const Path& path) {
        if (path.points.empty()) return;
        const std::string style = style_of(path.pen, path.fill);
        const bool is_line = is_plain_line(path);
        // Ticks and grids are many lines alike: one element has all that follow each other.
        if (is_line && end_of_line_ == out_->size() && style_of_line_ == style) {
            out_->resize(out_->size() - end_of_path.size());
        } else {
            add("<path{} d=\"", style);
        }
        add_points(path.points);
        if (is_line) {
            *out_ += end_of_path;
            end_of_line_ = out_->size();
            style_of_line_ = style;
            return;
        }
        add("{}\"", path.is_closed ? "z" : "");
        if (path.hint.empty()) {
            add("/>");
        } else {
            add("><title>{}</title></path>", escaped_markup(path.hint));
        }
    }
    void operator()(const Circle& circle) {
        add("<circle{} cx=\"{}\" cy=\"{}\" r=\"{}\"/>", style_of(circle.pen, circle.fill),
            coordinate(circle.centre.x), coordinate(circle.centre.y), coordinate(circle.radius));
    }
    void operator()(const Text& text) {
        add("<text class=\"fill-{}\" font-size=\"{}\"", ink_name(text.ink), coordinate(text.size));
        if (text.is_bold) add(" font-weight=\"700\"");
        if (text.anchor != Anchor::start)
            add(" text-anchor=\"{}\"", text.anchor == Anchor::middle ? "middle" : "end");
        const std::string x = coordinate(text.at.x);
        const std::string y = coordinate(text.at.y);
        if (text.is_upwards) {
            add(" transform=\"translate({},{}) rotate(-90)\">", x, y);
        } else {
            add(" x=\"{}\" y=\"{}\">", x, y);
        }
        add("{}</text>", escaped_markup(text.words));
    }
    void operator()(const Cells& cells) {
        if (cells.shades->width <= 0 || cells.shades->height <= 0) return;
        add("<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" "
            "style=\"image-rendering:pixelated\" {}=\"data:image/png;base64,{}\"/>",
            coordinate(cells.box.x), coordinate(cells.box.y), coordinate(cells.box.width),
            coordinate(cells.box.height), reference_, base64_png_of(*cells.shades, cells.palette));
    }

  private:
    static constexpr std::string_view end_of_path = "\"/>";

    /// One that looks the same beside others in one element: where lines cross, transparent ones would not.
    static bool is_plain_line(const Path& path) {
        return path.points.size() == 2 && !path.is_closed && !path.fill && path.pen &&
               path.pen->opacity >= 1 && path.hint.empty();
    }
    template <typename... Arguments>
    void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(*out_), format, std::forward<Arguments>(arguments)...);
    }
    void add_points(const std::vector<Point>& points) {
        std::string last_x;
        std::string last_y;
        for (const Point& point : points) {
            const std::string x = coordinate(point.x);
            const std::string y = coordinate(point.y);
            if (last_x.empty()) {
                add("M{} {}", x, y);
            } else if (y == last_y) {
                add("H{}", x);
            } else if (x == last_x) {
                add("V{}", y);
            } else {
                add("L{} {}", x, y);
            }
            last_x = x;
            last_y = y;
        }
    }
    /// What is no fill is none by the style of all shapes.
    static std::string style_of(const std::optional<Pen>& pen, const std::optional<Fill>& fill) {
        std::string style = " class=\"";
        if (fill) style += "fill-" + ink_name(fill->ink);
        if (pen) style += (fill ? " pen-" : "pen-") + ink_name(pen->ink);
        style += '"';
        if (fill && fill->opacity < 1) style += fmt::format(" fill-opacity=\"{}\"", fill->opacity);
        if (!pen) return style;
        if (pen->width != 1) style += fmt::format(" stroke-width=\"{}\"", coordinate(pen->width));
        if (pen->opacity < 1) style += fmt::format(" stroke-opacity=\"{}\"", pen->opacity);
        if (pen->dashes.empty()) return style;
        style += " stroke-dasharray=\"";
        for (const double dash : pen->dashes) style += coordinate(dash) + " ";
        style.back() = '"';
        return style;
    }

    std::string* out_;
    std::string_view reference_;
    std::size_t end_of_line_ = 0;  ///< where the last element of lines alone ends; 0: nowhere
    std::string style_of_line_;
};

void write_shapes(std::string& out, const Drawing& drawing, std::string_view reference) {
    SvgWriter writer(out, reference);
    for (const Shape& shape : drawing.shapes) std::visit(writer, shape);
}

std::string view_box(const Drawing& drawing) {
    return fmt::format("viewBox=\"0 0 {} {}\"", coordinate(drawing.width), coordinate(drawing.height));
}

}  // namespace

std::string escaped_markup(std::string_view text) {
    constexpr std::string_view special = "&<>\"'";
    constexpr std::array<std::string_view, special.size()> escapes{"&amp;", "&lt;", "&gt;", "&quot;",
                                                                   "&#39;"};
    std::string result;
    for (const char letter : valid_utf8(printable(text))) {
        const std::size_t number = special.find(letter);
        if (number == std::string_view::npos) {
            result += letter;
        } else {
            result += escapes.at(number);
        }
    }
    return result;
}

std::string svg_element(const Drawing& drawing) {
    std::string out =
        fmt::format("<svg width=\"{}\" {} role=\"img\" aria-label=\"{}\">", coordinate(drawing.width),
                    view_box(drawing), escaped_markup(drawing.title));
    write_shapes(out, drawing, "href");
    return out + "</svg>";
}

std::string svg_file(const Drawing& drawing) {
    std::string out = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
        "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{}\" "
        "height=\"{}\" {} font-family=\"sans-serif\">\n<title>{}</title>\n",
        coordinate(drawing.width), coordinate(drawing.height), view_box(drawing),
        escaped_markup(drawing.title));
    if (!drawing.lines.empty()) {
        out += "<desc>";
        for (const std::string& line : drawing.lines) out += escaped_markup(line) + "\n";
        out.back() = '<';
        out += "/desc>\n";
    }
    out += "<style>path,circle{fill:none}";
    for (std::size_t number = 0; number < ink_count; ++number) {
        const auto ink = static_cast<Ink>(number);
        const Colour colour = paper_colour(ink);
        const std::string value = fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
        out += fmt::format(".pen-{0}{{stroke:{1}}}.fill-{0}{{fill:{1}}}", ink_name(ink), value);
    }
    out += "</style>\n";
    out += fmt::format("<path class=\"fill-paper\" d=\"M0 0H{}V{}H0z\"/>\n", coordinate(drawing.width),
                       coordinate(drawing.height));
    write_shapes(out, drawing, "xlink:href");
    return out + "</svg>\n";
}

}  // namespace fabricmap::picture
