// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace fabricmap::diagnosis {

/// "<style>...": that of the page of the delays, so that all pages look alike; the end tag is not part of it.
[[nodiscard]] std::string_view style_sheet();

}  // namespace fabricmap::diagnosis
