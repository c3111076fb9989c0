// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/window.hpp"
#include "viewer/reading/finding_areas.hpp"

#include <QPainter>
#include <QRect>
#include <span>

namespace fabricmap::viewer {

/// Outlines the areas and numbers them from 1, as lists of findings do (of a finding in many areas some of
/// them): black beside white, so that they show on every shade. `matrix` is what `view` shows, in logical
/// pixels.
void paint_overlay(QPainter& painter, const QRect& matrix, const picture::View& view,
                   std::span<const FindingArea> areas);

}  // namespace fabricmap::viewer
