// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fabricmap::site {

/// Now, as "2026-11-22T15:05:19Z".
[[nodiscard]] std::string utc_now_text();

/// Seconds since 1970 of such a text; nothing of any other.
[[nodiscard]] std::optional<std::int64_t> unix_seconds(const std::string& utc);

/// Of a check that begins now: the second, and how much of it is over: "2026-11-22T15-05-19Z_3f2a". So ids
/// are in the order of time.
[[nodiscard]] std::string new_check_id();

}  // namespace fabricmap::site
