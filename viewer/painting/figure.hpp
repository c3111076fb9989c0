// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/matrix_picture.hpp"
#include "picture/layout/preset.hpp"
#include "picture/pyramid.hpp"
#include "picture/scaling.hpp"
#include "picture/shades.hpp"
#include "viewer/reading/curves.hpp"
#include "viewer/reading/finding_areas.hpp"

#include <QSize>
#include <QString>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <variant>
#include <vector>

namespace fabricmap::viewer {

using picture::CellRegion;

/// A matrix, or a part of it, as a file shows it.
struct MatrixFigure {
    std::shared_ptr<const picture::Pyramid> cells;  ///< complete, in display order
    std::optional<CellRegion> region;               ///< nothing: the whole matrix
    picture::Axis down;
    picture::Axis across;
    picture::Legend legend;  ///< the scale and the palette are those of the cells
    picture::Fold fold = picture::Fold::maximum;
    bool has_square_cells = true;    ///< false where rows and columns are different things
    std::vector<FindingArea> areas;  ///< outlined and numbered
};

/// Curves as a file shows them.
struct CurveFigure {
    CurveSet curves;
    std::optional<std::size_t> current;  ///< index of the length that is marked
};

inline constexpr QSize default_figure_size{1280, 960};  // pixels
/// A side of a figure that people may ask for, in pixels.
inline constexpr int min_figure_side = 320;
inline constexpr int max_figure_side = 16384;

/// How the values behind a figure are written: of a plane, a row or column, curves. See csv.hpp for what they
/// are given.
struct NumberFormat {
    void (*plane)(std::ostream& out, const Displayed& shown, std::size_t k);
    void (*cut)(std::ostream& out, const Displayed& shown, std::int64_t endpoint, bool is_row);
    void (*curves)(std::ostream& out, const CurveSet& curves);
};

/// A whole picture for a file: what it is, its values and how to read them, black on white.
struct Figure {
    QString title;
    std::vector<QString> lines;  ///< below the title
    std::variant<MatrixFigure, CurveFigure> content;
    QSize size = default_figure_size;  ///< pixels
    /// Writes the values behind it; they are read meanwhile where they are not there.
    std::function<void(std::ostream& out, const NumberFormat& format)> numbers = {};
    std::vector<picture::Note> notes{};       ///< findings in words
    const picture::Preset* preset = nullptr;  ///< null: of that size
};

}  // namespace fabricmap::viewer
