// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/patterns/pattern.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace fabricmap::placement {

/// Opens whatever holds messages of an application: the prefix P of Open MPI's monitoring files P.RANK.prof
/// or one of them, CSV with the columns sender, receiver, messages, bytes, or PREFIX_traffic.nc of
/// network_trace. The content decides, not the name. Throws FileError with the path and the reason.
[[nodiscard]] Pattern open_messages(const std::filesystem::path& path);

/// Throws UsageError where both are given or neither is.
void require_one_source(const std::string& spec, const std::filesystem::path& messages);

/// What the user asked for: exactly one of the two is not empty. Throws UsageError and FileError.
[[nodiscard]] Pattern pattern_of(const std::string& spec, const std::filesystem::path& messages,
                                 std::optional<int> ranks);

}  // namespace fabricmap::placement
