// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fabricmap::picture {

/// RFC 4648, with padding and without line feeds.
[[nodiscard]] std::string base64_of(std::string_view bytes);

}  // namespace fabricmap::picture
