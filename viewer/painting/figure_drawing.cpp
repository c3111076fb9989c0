// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/figure_drawing.hpp"

#include "picture/layout/chart_drawing.hpp"
#include "picture/layout/header.hpp"
#include "picture/layout/matrix_picture.hpp"
#include "viewer/painting/curve_chart.hpp"
#include "viewer/reading/slowest_pairs.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::viewer {
namespace {

std::vector<std::string> texts_of(const std::vector<QString>& words) {
    std::vector<std::string> texts;
    texts.reserve(words.size());
    for (const QString& word : words) texts.push_back(word.toStdString());
    return texts;
}

picture::CellRegion region_of(const MatrixFigure& figure) {
    if (figure.region) return *figure.region;
    return {0, static_cast<double>(figure.cells->rows()), 0, static_cast<double>(figure.cells->columns())};
}

picture::Drawing matrix_drawing(const Figure& figure, const MatrixFigure& matrix,
                                const picture::Extent& size) {
    picture::MatrixPicture drawn{
        {figure.title.toStdString(), texts_of(figure.lines), matrix.down, matrix.across},
        matrix.cells.get(),
        matrix.fold,
        matrix.legend,
        marks_of(matrix.areas)};
    if (figure.preset != nullptr && figure.preset->notes_beside) {
        drawn.notes = figure.notes;
    } else {
        for (std::string& line : lines_of(figure.notes)) drawn.words.lines.push_back(std::move(line));
    }
    return drawing_of(drawn, fitting_view(drawn, region_of(matrix), size, matrix.has_square_cells), size);
}

picture::Drawing curve_drawing(const Figure& figure, const CurveFigure& curves, const picture::Extent& size) {
    const std::vector<std::string> lines = texts_of(figure.lines);
    picture::Drawing drawing{size.width, size.height, figure.title.toStdString(), lines};
    constexpr double margin = picture::drawing_margin;
    const picture::Header header(drawing.title, lines, size.width - 2 * margin);
    header.draw(drawing);
    const double top = header.height();
    draw(picture::ChartLayout(chart_of(curves.curves, curves.current),
                              {margin, top, size.width - 2 * margin, size.height - top - margin}),
         drawing);
    return drawing;
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
    const picture::Extent size = figure.preset != nullptr
                                     ? figure.preset->size
                                     : picture::Extent{static_cast<double>(figure.size.width()),
                                                       static_cast<double>(figure.size.height())};
    const auto* const curves = std::get_if<CurveFigure>(&figure.content);
    picture::Drawing drawing = curves != nullptr
                                   ? curve_drawing(figure, *curves, size)
                                   : matrix_drawing(figure, std::get<MatrixFigure>(figure.content), size);
    if (figure.preset != nullptr) drawing.scale = figure.preset->scale;
    return drawing;
}

}  // namespace fabricmap::viewer
