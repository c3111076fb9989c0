// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fabricmap {

/// What each reason of ours begins with; all others are somebody else's.
inline constexpr std::string_view own_reason = "fabricmap:";

/// The text as a part of such a reason, of 120 letters at most. Whatever a shell or Slurm could take for
/// something else is a blank; never two of them, and none at the ends.
[[nodiscard]] std::string plain_reason(std::string_view text);

/// What drains a node, as a line for a shell; the reason is of plain words.
[[nodiscard]] std::string drain_line(std::string_view node, std::string_view reason);

}  // namespace fabricmap
