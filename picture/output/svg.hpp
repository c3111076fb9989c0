// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <string>
#include <string_view>

namespace fabricmap::picture {

/// Text as it may stand between tags and in attributes of HTML and XML.
[[nodiscard]] std::string escaped_markup(std::string_view text);

/// An <svg> element to be put into a page. Each shape has a class by its ink (see ink_name): "pen-rule" what
/// is stroked, "fill-text" what is filled, so that the page's style sheet colours it.
[[nodiscard]] std::string svg_element(const Drawing& drawing);

/// A file of its own, in the colours of paper.
[[nodiscard]] std::string svg_file(const Drawing& drawing);

}  // namespace fabricmap::picture
