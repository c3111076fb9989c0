// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/legend.hpp"
#include "picture/scaling.hpp"
#include "picture/shades.hpp"
#include "viewer/painting/theme.hpp"
#include "viewer/reading/displayed.hpp"

#include <QFont>
#include <QPainter>
#include <QRect>
#include <QSize>

namespace fabricmap::viewer {

/// What the shades of a matrix mean.
struct Legend {
    picture::GreyScale scale;
    picture::Palette palette = picture::Palette::grey;
    Quantity quantity = Quantity::delay;
    Content content = Content::delay;
    bool has_empty_diagonal = false;  ///< cells that are never measured
};

/// As drawings take it, in the viewer's language.
[[nodiscard]] picture::Legend legend_of(const Legend& legend);

/// The least that it needs, in logical pixels.
[[nodiscard]] QSize size_of(const Legend& legend, const QFont& font);

/// The shades in a column, the slowest at the top, with round values and words at both ends; clusters have
/// no order and therefore words alone.
void paint_legend(QPainter& painter, const QRect& area, const Legend& legend, const Theme& theme);

}  // namespace fabricmap::viewer
