// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace fabricmap::viewer {

/// Differs once a file behind one of the sources has changed: sizes and times of the files, or of those that
/// a prefix stands for.
[[nodiscard]] std::string file_stamp(const std::vector<std::string>& sources);

}  // namespace fabricmap::viewer
