// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/window.hpp"
#include "viewer/reading/finding_areas.hpp"

#include <QPainter>
#include <QRect>
#include <span>

namespace fabricmap::viewer {

/// Outlines the areas and numbers them from 1, as lists of findings do (of a finding in many areas some of
/// them); rings around those that are too small to be seen, as single cells of many, and around pairs without
/// a finding: black beside white, so that they show on every shade. `matrix` is what `view` shows, in logical
/// pixels.
/// Across a ring, in logical pixels.
inline constexpr double ring_diameter = 16;

void paint_overlay(QPainter& painter, const QRect& matrix, const picture::View& view,
                   std::span<const FindingArea> areas);

}  // namespace fabricmap::viewer
