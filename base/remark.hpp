// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace fabricmap {

/// Tells the user something on stderr. What cannot be written is dropped: the work and its exit code do not
/// depend on whether somebody listens.
void remark(std::string_view text) noexcept;

}  // namespace fabricmap
