// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "netcdf_schema/legacy/legacy_header.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// A run's text begins with it.
inline constexpr std::string_view first_word_of_legacy_text = "processors";

/// A text file of the older toolkit as it stands: planes in their order and orientation in the file.
struct TextContent {
    LegacyHeader header;
    Statistic statistic = Statistic::median;
    std::vector<std::string> hosts;  ///< one a rank, empty where unknown
    std::vector<std::int64_t> message_lengths;
    std::vector<Matrix> planes;
};

/// One of the runs in the file (see PrintedText). Numbers with decimal point or comma whatever the locale;
/// blank lines are free. Throws FileError "PATH:LINE: what" for the first line that does not fit.
[[nodiscard]] TextContent parse_legacy_text(const std::filesystem::path& path,
                                            std::optional<std::size_t> run_number);

}  // namespace fabricmap
