// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/legend.hpp"
#include "picture/scaling.hpp"
#include "picture/shades.hpp"
#include "viewer/reading/displayed.hpp"

namespace fabricmap::viewer {

/// What the shades of what is displayed mean, in the viewer's language: round values and words at both ends;
/// clusters have no order and therefore words alone.
[[nodiscard]] picture::Legend legend_of(const Displayed& displayed, const picture::GreyScale& scale,
                                        picture::Palette palette);

}  // namespace fabricmap::viewer
