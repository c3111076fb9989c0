// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/painting/figure.hpp"

#include <filesystem>
#include <string_view>
#include <vector>

namespace fabricmap::viewer {

/// Of files with the values behind a figure.
inline constexpr std::string_view numbers_suffix = ".csv";

/// Of files with pictures.
[[nodiscard]] std::vector<std::string_view> picture_suffixes();
/// Both.
[[nodiscard]] std::vector<std::string_view> figure_suffixes();

/// Whether a file of that name has the values. Throws UsageError that names the suffixes there are.
[[nodiscard]] bool holds_numbers(const std::filesystem::path& path);

/// Writes the figure, or its values, as the suffix says. The file appears whole or not at all. Throws
/// FileError with the path, UsageError about the suffix, and RunError for a picture that is too large.
void write_view(const std::filesystem::path& path, const Figure& figure);

}  // namespace fabricmap::viewer
