// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace fabricmap::site {

/// What --store says, else FABRICMAP_STORE, else /var/lib/fabricmap for root, and a folder below the home for
/// others. Throws UsageError where there is no home, or the path has a comma, which parts runs in lists.
[[nodiscard]] std::filesystem::path store_folder(const std::filesystem::path& option);

/// The same for what reads a store, but for what is started before the first check. Throws FileError where
/// the folder was named, by --store or FABRICMAP_STORE, and is not there: a wrong name would pass for a site
/// without checks.
[[nodiscard]] std::filesystem::path store_to_read(const std::filesystem::path& option);

}  // namespace fabricmap::site
