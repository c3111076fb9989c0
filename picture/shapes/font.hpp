// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pango/pango.h>
#include <string_view>

namespace fabricmap::picture {

/// Puts one line of words into the layout, in the font in which all drawings are measured and painted.
void set_words(PangoLayout* layout, std::string_view words, double size, bool is_bold);

}  // namespace fabricmap::picture
