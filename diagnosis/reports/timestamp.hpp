// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace fabricmap::diagnosis {

/// Seconds since 1970 of a time as runs tell it, "2026-01-02T03:04:05Z"; NaN for anything else.
[[nodiscard]] double unix_time_s(std::string_view iso_utc);

}  // namespace fabricmap::diagnosis
