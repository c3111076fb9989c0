// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/figure.hpp"

#include "viewer/reading/slowest_pairs.hpp"

#include <map>
#include <utility>

namespace fabricmap::viewer {

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
    picture::Drawing drawing =
        std::visit([&](const auto& content) { return drawing_of(figure.sheet, content); }, figure.content);
    // What was asked for is kept, however small.
    const picture::Extent size = *figure.sheet.extent();
    drawing.width = size.width;
    drawing.height = size.height;
    return drawing;
}

}  // namespace fabricmap::viewer
