// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace fabricmap {

/// The toolkit's version, such as "0.1.0".
[[nodiscard]] std::string_view tool_version() noexcept;

}  // namespace fabricmap
