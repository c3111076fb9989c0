// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace fabricmap::site {

/// Rows of cells as text, in columns as wide as they need; the first row is the head. The first and the last
/// column stand to the left, numbers between them to the right.
[[nodiscard]] std::string table_text(const std::vector<std::vector<std::string>>& rows);

}  // namespace fabricmap::site
