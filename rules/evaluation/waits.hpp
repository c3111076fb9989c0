// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace fabricmap::rules {

/// A process waited from one time to another, in seconds.
struct Wait {
    double process = 0;
    double from = 0;
    double to = 0;
    std::uint32_t match = 0;  ///< what it belongs to
};

/// The same as intervals that do not overlap, by process and time; `match` is the first one's.
[[nodiscard]] std::vector<Wait> united(std::vector<Wait> waits);

/// Seconds of waits that do not overlap.
[[nodiscard]] double seconds_of(const std::vector<Wait>& waits) noexcept;

/// Seconds that two such lists have in common.
[[nodiscard]] double common_seconds(const std::vector<Wait>& a, const std::vector<Wait>& b) noexcept;

}  // namespace fabricmap::rules
