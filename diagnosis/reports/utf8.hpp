// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fabricmap::diagnosis {

/// The text with "\xHH" for each byte that is no UTF-8, so that names that differ stay different.
[[nodiscard]] std::string valid_utf8(std::string_view text);

}  // namespace fabricmap::diagnosis
