// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace fabricmap::site {

/// One screen: all commands by what people want to do.
[[nodiscard]] std::string help_screen();

/// The commands whose names begin with that word, as "measure p2p" with measure; empty where none does.
[[nodiscard]] std::string help_of_group(const std::string& word);

}  // namespace fabricmap::site
