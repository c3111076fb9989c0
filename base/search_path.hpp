// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace fabricmap {

/// Whether a program can be started by that name: it lies in one of the folders of PATH, or where the name
/// has a slash, there.
[[nodiscard]] bool is_on_path(std::string_view program);

}  // namespace fabricmap
