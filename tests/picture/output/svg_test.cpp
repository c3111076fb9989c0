// SPDX-License-Identifier: Apache-2.0
#include "picture/output/svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Svg, HasAnElementAShape) {
    Drawing drawing{60, 40, "some <shapes>"};
    drawing.line({1, 2}, {3, 4.25}, {Ink::grid, 2, {5, 4}, 0.5});
    drawing.area({10, 10, 5, 5}, {Ink::text, 0.25});
    drawing.shapes.emplace_back(Circle{{50, 30}, 4, Pen{Ink::mark}, std::nullopt});
    drawing.text({{20, 30}, "a & b", 13, Anchor::end, Ink::quiet, true, true});
    const std::string text = svg_element(drawing);
    EXPECT_THAT(
        text,
        StartsWith(
            "<svg width=\"60\" viewBox=\"0 0 60 40\" role=\"img\" aria-label=\"some &lt;shapes&gt;\">"));
    EXPECT_THAT(text, HasSubstr("<path class=\"pen-grid\" stroke-width=\"2\" stroke-opacity=\"0.5\" "
                                "stroke-dasharray=\"5 4\" d=\"M1 2L3 4.3\"/>"));
    EXPECT_THAT(text, HasSubstr("<path class=\"fill-text\" fill-opacity=\"0.25\" "
                                "d=\"M10 10H15V15H10z\"/>"));
    EXPECT_THAT(text, HasSubstr("<circle class=\"pen-mark\" cx=\"50\" cy=\"30\" r=\"4\"/>"));
    EXPECT_THAT(text,
                HasSubstr("<text class=\"fill-quiet\" font-size=\"13\" font-weight=\"700\" "
                          "text-anchor=\"end\" transform=\"translate(20,30) rotate(-90)\">a &amp; b</text>"));
}

TEST(Svg, HasLinesThatLookAlikeInOneElement) {
    Drawing drawing{60, 40, "ticks"};
    drawing.line({1, 2}, {3, 2}, {Ink::rule});
    drawing.line({1, 5}, {3, 5}, {Ink::rule});
    drawing.line({0, 0}, {0, 9}, {Ink::grid});
    drawing.line({1, 8}, {3, 8}, {Ink::rule, 1, {}, 0.5});
    drawing.line({1, 9}, {3, 9}, {Ink::rule, 1, {}, 0.5});
    const std::string text = svg_element(drawing);
    EXPECT_THAT(text, HasSubstr("><path class=\"pen-rule\" d=\"M1 2H3M1 5H3\"/>"
                                "<path class=\"pen-grid\" d=\"M0 0V9\"/>"));
    EXPECT_THAT(text, HasSubstr("stroke-opacity=\"0.5\" d=\"M1 8H3\"/>"));
}

TEST(Svg, AsAFileHasItsColoursAndNoControlCharacters) {
    Drawing drawing{60, 40, "a\x1b]0;b\x07 <c> ]]>", {"first", "second"}};
    const std::string text = svg_file(drawing);
    EXPECT_THAT(text, StartsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"));
    EXPECT_THAT(text, HasSubstr("<title>a?]0;b? &lt;c&gt; ]]&gt;</title>"));
    EXPECT_THAT(text, HasSubstr("<desc>first\nsecond</desc>"));
    EXPECT_THAT(text, HasSubstr(".pen-mark{stroke:#c8370a}"));
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(Svg, SaysOfAShapeWhatItIsWherePointedAt) {
    Drawing drawing{60, 40, "hints"};
    drawing.shapes.emplace_back(Path{{{0, 0}, {9, 9}}, false, Pen{}, std::nullopt, "a - b: 3 MB"});
    EXPECT_THAT(svg_element(drawing), HasSubstr("><title>a - b: 3 MB</title></path>"));
}

}  // namespace
}  // namespace fabricmap::picture
