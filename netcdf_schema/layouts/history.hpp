// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace fabricmap {

/// The history in at most `room` bytes: where it is longer, lines in its middle make way for one that says
/// how many they were. The first line, which tells of the making of the run, and the newest stay; a line that
/// is alone too long is cut at its end.
[[nodiscard]] std::string fitting_history(const std::string& history, std::size_t room);

}  // namespace fabricmap
