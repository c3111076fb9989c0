// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/painting/figure.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <ostream>

namespace fabricmap::viewer {

/// 16-bit grey where the palette is grey: each pixel of the matrix has exactly the grey of its value on the
/// scale; otherwise 8-bit colours. The file appears whole or not at all. Throws FileError with the path.
void write_png(const std::filesystem::path& path, const Figure& figure);

/// Words as text; cells as rectangles, or as one picture where there are too many for that. Errors as
/// write_png.
void write_svg(const std::filesystem::path& path, const Figure& figure);

/// What the suffix of a file's name asks for.
enum class FileKind : std::uint8_t { png, svg, csv };

/// Throws UsageError that names the suffixes there are.
[[nodiscard]] FileKind kind_of(const std::filesystem::path& path);

/// Writes the figure, or with `numbers` its values, as the suffix says. The file appears whole or not at all.
/// Throws FileError, and UsageError about the suffix.
void write_view(const std::filesystem::path& path, const Figure& figure,
                const std::function<void(std::ostream&)>& numbers);

/// What `numbers` writes, as a file that appears whole or not at all. Throws FileError.
void write_numbers(const std::filesystem::path& path, const std::function<void(std::ostream&)>& numbers);

}  // namespace fabricmap::viewer
