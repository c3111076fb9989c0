// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

namespace fabricmap::tracing {

/// Reads an archive in a process that may crash in our stead: the format's library trusts what it reads.
/// Throws FileError with the path where it crashed, found no end, or threw one.
void require_survivable_archive(const std::filesystem::path& anchor, const std::function<void()>& read);

}  // namespace fabricmap::tracing
