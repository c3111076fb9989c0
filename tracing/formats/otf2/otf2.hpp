// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/reading/operations.hpp"

#include <filesystem>
#include <optional>

namespace fabricmap::tracing {

/// Writes an archive of the Open Trace Format 2: a folder with traces.otf2. Operations become events, each
/// within its call; what the format has no room for lies in attributes. Times are rounded to picoseconds.
/// Throws FileError with the path, also where network_trace was built without the format's library.
void write_otf2_archive(const Trace& trace, const std::filesystem::path& output, bool overwrite);

/// The anchor file of an archive: the path itself, or the only *.otf2 in the folder; nothing where it is no
/// archive.
[[nodiscard]] std::optional<std::filesystem::path> find_otf2_anchor(const std::filesystem::path& path);

/// Reads an archive, whoever wrote it: messages and collective operations of MPI, accesses and locks of
/// windows. Of those that do not say what a non-blocking receive got, the sends that are left over are taken
/// in their order. Throws FileError with the path.
[[nodiscard]] Operations read_otf2_archive(const std::filesystem::path& anchor);

}  // namespace fabricmap::tracing
