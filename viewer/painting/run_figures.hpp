// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/selection.hpp"
#include "viewer/painting/figure.hpp"
#include "viewer/reading/curves.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace fabricmap::viewer {

/// What is selected, with its numbers: the matrix at one length, or the `region` of it. Only what paints the
/// figure needs all of the plane.
[[nodiscard]] Figure figure_of(const Selection& selection, const std::optional<picture::GreyScale>& scale,
                               const std::shared_ptr<const LoadedPlane>& plane,
                               const std::optional<CellRegion>& region = {},
                               const std::vector<FindingArea>& areas = {});
/// Has the findings that lie in it in words, as many as its preset says; the others lose their numbers.
void add_findings(Figure& figure, const std::shared_ptr<const diagnosis::Diagnosis>& diagnosis);
/// A row or column over all lengths.
[[nodiscard]] Figure figure_of(const Selection& selection, const std::optional<picture::GreyScale>& scale,
                               const LoadedCut& cut);
/// Pairs over all lengths.
[[nodiscard]] Figure figure_of(const Selection& selection, const CurveSet& curves);

}  // namespace fabricmap::viewer
