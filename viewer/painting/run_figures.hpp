// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "viewer/painting/figure.hpp"
#include "viewer/reading/loaded_plane.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace fabricmap::viewer {

/// What a figure of a run needs beside its cells.
struct Exhibit {
    RunDescription run;
    std::string compared_with;  ///< the source of the second run; empty where none is compared
    Displayed displayed;
    std::vector<int> order;  ///< the party at each place; empty: as they are numbered
    picture::GreyScale scale;
    picture::Palette palette = picture::Palette::grey;
    picture::Fold fold = picture::Fold::maximum;
};

/// The matrix at one length, or the `region` of it.
[[nodiscard]] Figure figure_of(const Exhibit& exhibit, const std::shared_ptr<const LoadedPlane>& plane,
                               const std::optional<CellRegion>& region = {},
                               std::vector<FindingArea> areas = {});
/// A row or column over all lengths.
[[nodiscard]] Figure figure_of(const Exhibit& exhibit, const LoadedCut& cut);
/// Pairs over all lengths.
[[nodiscard]] Figure figure_of(const Exhibit& exhibit, const CurveSet& curves, std::optional<std::size_t> k);

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
