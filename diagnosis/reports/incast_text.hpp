// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/incast.hpp"

#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// What half of the hosts receive at least from so many at once, and the one that receives least.
struct IncastLevel {
    std::int64_t senders = 0;
    double median = 0;  ///< bytes a second
    double lowest = 0;
    std::string lowest_host;
};
/// Those of which a rate is known.
[[nodiscard]] std::vector<IncastLevel> incast_levels_of(const Incast& incast);

/// "Into one host: 12.1 GB/s at best, from 4 at once in the median; messages of 64K."
[[nodiscard]] std::string incast_speed_text(const Incast& incast);

/// "32", or "none".
[[nodiscard]] std::string falling_text(const IncastOfHost& host);

/// The levels, and of so many hosts, the lowest first, where they are best and where that falls.
[[nodiscard]] std::string incast_section(const Incast& incast, std::size_t max_hosts);

}  // namespace fabricmap::diagnosis
