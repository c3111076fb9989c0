// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace fabricmap {

/// Tells the user something on stderr. What cannot be written is dropped: the work and its exit code do not
/// depend on whether somebody listens.
/// Of control characters it keeps the ends of lines; the others, which names from files may have, become
/// question marks.
void remark(std::string_view text) noexcept;

/// Draws the text, which is not of others, in the place of the last line of a terminal.
void redraw_line(std::string_view text) noexcept;

}  // namespace fabricmap
