// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/painting/figure.hpp"
#include "viewer/reading/csv.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace fabricmap::viewer {

/// 16-bit grey where the palette is grey: each pixel of the matrix has exactly the grey of its value on the
/// scale; otherwise 8-bit colours. The file appears whole or not at all. Throws FileError with the path.
void write_png(const std::filesystem::path& path, const Figure& figure);

/// Words as text; cells as rectangles, or as one picture where there are too many for that. Errors as
/// write_png.
void write_svg(const std::filesystem::path& path, const Figure& figure);

/// A line of the table of formats: --help, refusals and dialogs come from it. It is written in one of two
/// ways.
struct FileFormat {
    std::string_view suffix;  ///< of the files' names
    void (*write_picture)(const std::filesystem::path& path, const Figure& figure);
    std::optional<NumberFormat> numbers;
};

inline constexpr std::array file_formats{
    FileFormat{".png", write_png, {}},
    FileFormat{".svg", write_svg, {}},
    FileFormat{".csv", nullptr, NumberFormat{write_plane_csv, write_cut_csv, write_curves_csv}},
};

/// Of those for pictures, of those for numbers, or of all, in the order of the table.
[[nodiscard]] std::vector<std::string_view> suffixes_of(bool pictures, bool numbers);

/// Throws UsageError that names the suffixes there are.
[[nodiscard]] const FileFormat& format_of(const std::filesystem::path& path);

/// Writes the figure, or its values, as the suffix says. The file appears whole or not at all. Throws
/// FileError, and UsageError about the suffix.
void write_view(const std::filesystem::path& path, const Figure& figure);

}  // namespace fabricmap::viewer
