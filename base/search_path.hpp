// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace fabricmap {

/// The file that is started by that name: the first of that name in the folders of PATH that can be executed,
/// or where the name has a slash, the file there. Nothing where there is none.
[[nodiscard]] std::optional<std::filesystem::path> program_on_path(std::string_view program);

/// Whether a program can be started by that name.
[[nodiscard]] bool is_on_path(std::string_view program);

}  // namespace fabricmap
