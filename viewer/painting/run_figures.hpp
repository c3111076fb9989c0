// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "viewer/painting/figure.hpp"
#include "viewer/reading/loaded_plane.hpp"

#include <memory>
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

}  // namespace fabricmap::viewer
