// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace fabricmap {

/// What the name of the folder begins with in which fabricmap check keeps its runs until it is whole.
inline constexpr std::string_view unfinished_check = ".unfinished-";
inline constexpr std::string_view in_unfinished_check = "/.unfinished-";
static_assert(in_unfinished_check.ends_with(unfinished_check));

/// Whether a path, or a command with one, names a run of fabricmap check: advice about it is to name that
/// command, as the folder is gone when somebody reads it.
[[nodiscard]] constexpr bool names_run_of_check(std::string_view text) noexcept {
    return text.find(in_unfinished_check) != std::string_view::npos;
}

}  // namespace fabricmap
