// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/output/picture_formats.hpp"
#include "viewer/painting/figure.hpp"
#include "viewer/reading/csv.hpp"

#include <array>
#include <filesystem>
#include <string_view>
#include <variant>
#include <vector>

namespace fabricmap::viewer {

/// A kind of file with the values behind a figure.
struct NumbersFormat {
    std::string_view suffix;  ///< of the files' names
    NumberFormat numbers;
};

inline constexpr std::array numbers_formats{
    NumbersFormat{".csv", {write_plane_csv, write_cut_csv, write_curves_csv}},
};

/// A line of one of the two tables of formats: --help, refusals and dialogs come from them.
using FileFormat = std::variant<const picture::PictureFormat*, const NumbersFormat*>;

/// Of those for pictures, of those for numbers, or of all, in the order of the tables.
[[nodiscard]] std::vector<std::string_view> suffixes_of(bool pictures, bool numbers);

/// Throws UsageError that names the suffixes there are.
[[nodiscard]] FileFormat format_of(const std::filesystem::path& path);
[[nodiscard]] inline bool holds_numbers(const FileFormat& format) noexcept {
    return std::holds_alternative<const NumbersFormat*>(format);
}

/// Writes the figure, or its values, as the suffix says. The file appears whole or not at all. Throws
/// FileError with the path, UsageError about the suffix, and RunError for a picture that is too large.
void write_view(const std::filesystem::path& path, const Figure& figure);

}  // namespace fabricmap::viewer
