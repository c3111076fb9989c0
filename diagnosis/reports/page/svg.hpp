// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fabricmap::diagnosis {

/// Text as it may stand between tags and in attributes.
[[nodiscard]] std::string escaped(std::string_view text);

struct SvgPoint {
    double x = 0;
    double y = 0;
};

struct SvgBox {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
};

/// A drawing as text. Classes are those of the page's style sheet, so that it follows the reader's colours.
class Svg {
  public:
    /// The title is what is read aloud instead of the drawing.
    Svg(double width, double height, std::string_view title);

    void line(SvgPoint from, SvgPoint to, std::string_view css_class);
    void box(const SvgBox& box, std::string_view css_class);
    void circle(SvgPoint centre, double radius, std::string_view css_class);
    /// Escaped here; `anchor` is start, middle or end.
    void text(SvgPoint at, std::string_view words, std::string_view anchor, std::string_view css_class = "");
    /// The same, to be read from below.
    void text_upwards(SvgPoint at, std::string_view words, std::string_view anchor);
    /// Whatever else; it must be escaped already.
    void raw(std::string_view element) { body_ += element; }

    [[nodiscard]] std::string finish() &&;

  private:
    std::string body_;
};

/// A coordinate with as many digits as a screen shows.
[[nodiscard]] std::string coordinate(double value);

}  // namespace fabricmap::diagnosis
