// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/reading/operations.hpp"

#include <filesystem>

namespace fabricmap::tracing {

/// A trace in any form that is known: a folder that network_trace record wrote, whose operations are matched,
/// or a file of text. The content tells which. Throws FileError with the path.
[[nodiscard]] Operations open_trace(const std::filesystem::path& path);

}  // namespace fabricmap::tracing
