// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "netcdf_schema/legacy/legacy_header.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap {

/// A text file of the older toolkit as it stands: planes in their order and orientation in the file.
struct TextContent {
    LegacyHeader header;
    Statistic statistic = Statistic::median;
    std::vector<std::string> hosts;  ///< one a rank, empty where unknown
    std::vector<std::int64_t> message_lengths;
    std::vector<Matrix> planes;
};

/// Numbers with decimal point or comma whatever the locale; blank lines are free. Throws FileError
/// "PATH:LINE: what" for the first line that does not fit.
[[nodiscard]] TextContent parse_legacy_text(const std::filesystem::path& path);

}  // namespace fabricmap
