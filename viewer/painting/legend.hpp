// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/legend.hpp"
#include "viewer/models/selection.hpp"

#include <optional>

namespace fabricmap::viewer {

/// What the shades of what is displayed mean, in the viewer's language: round values and words at both ends;
/// clusters have no order and therefore words alone. Without a scale nothing was measured, and any will do.
[[nodiscard]] picture::Legend legend_of(const Selection& selection,
                                        const std::optional<picture::GreyScale>& scale);

}  // namespace fabricmap::viewer
