// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace fabricmap::viewer {

/// Whether a name comes first for people, who read digits as numbers: "node2" before "node10". A strict order
/// of different names.
[[nodiscard]] bool naturally_before(std::string_view one, std::string_view other) noexcept;

}  // namespace fabricmap::viewer
