// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace fabricmap::site {

/// The nodes that do nothing now and may, by sinfo; each once. Throws RunError where it gives no answer.
[[nodiscard]] std::vector<std::string> idle_nodes();

}  // namespace fabricmap::site
