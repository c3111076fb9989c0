// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/figure.hpp"

#include "viewer/reading/slowest_pairs.hpp"

#include <map>
#include <utility>

namespace fabricmap::viewer {
namespace {

picture::Drawing matrix_drawing(const picture::Sheet& sheet, const MatrixFigure& matrix) {
    picture::MatrixPicture drawn = matrix.picture;
    drawn.words.sheet = sheet;
    drawn.cells = matrix.cells.get();
    const CellRegion whole{0, static_cast<double>(matrix.cells->rows()), 0,
                           static_cast<double>(matrix.cells->columns())};
    return fitted_drawing(drawn, matrix.region.value_or(whole), matrix.has_square_cells);
}

}  // namespace

std::vector<picture::Mark> marks_of(std::span<const FindingArea> areas) {
    std::map<std::size_t, picture::Mark> marks;
    for (const FindingArea& area : areas) {
        picture::Mark& mark = marks[area.finding];
        mark.number = area.finding == no_finding ? 0 : area.finding + 1;
        mark.blocks.push_back({{area.first_row, area.rows}, {area.first_column, area.columns}});
    }
    std::vector<picture::Mark> all;
    all.reserve(marks.size());
    for (auto& [finding, mark] : marks) all.push_back(std::move(mark));
    return all;
}

picture::Drawing drawing_of(const Figure& figure) {
    const auto* const matrix = std::get_if<MatrixFigure>(&figure.content);
    picture::Drawing drawing = matrix != nullptr
                                   ? matrix_drawing(figure.sheet, *matrix)
                                   : drawing_of(figure.sheet, std::get<picture::Chart>(figure.content));
    // What was asked for is kept, however small.
    const picture::Extent size = *figure.sheet.extent();
    drawing.width = size.width;
    drawing.height = size.height;
    return drawing;
}

}  // namespace fabricmap::viewer
