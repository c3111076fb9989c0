// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace fabricmap::site {

/// One screen: all commands by what people want to do.
[[nodiscard]] std::string help_screen();

}  // namespace fabricmap::site
