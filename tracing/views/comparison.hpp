// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/views/profile.hpp"

#include <string>

namespace fabricmap::tracing {

/// Two runs of a program side by side, by function and by place: calls and time over all ranks, the largest
/// change of the time first. `max_places`: how many places are listed.
[[nodiscard]] std::string describe_changes(const Profile& before, const Profile& now, std::size_t max_places);

}  // namespace fabricmap::tracing
