// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "diagnosis/drawing/machine_picture.hpp"
#include "diagnosis/drawing/marks.hpp"
#include "diagnosis/drawing/plane_picture.hpp"
#include "diagnosis/reports/page/page_data.hpp"
#include "picture/output/svg.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

using picture::Mark;

constexpr std::size_t max_marks = 10;

std::string shape_words(const Mark& mark) {
    if (mark.blocks.size() == 1) {
        const bool cell = mark.blocks[0].rows.count == 1 && mark.blocks[0].columns.count == 1;
        return cell ? "a cell" : "a block";
    }
    if (!mark.blocks.empty()) return "blocks";
    if (mark.columns.empty()) return "a row: what it sends";
    return mark.rows.empty() ? "a column: what it receives"
                             : "a row and a column: what it sends and receives";
}

PageData picture_data(const Diagnosis& diagnosis, const HostPlane& plane, const std::vector<int>& order,
                      const std::vector<Mark>& marks) {
    PageData data;
    const std::string length = format_size(plane.length_bytes);
    // "4M" is known for a size; "0" alone is not.
    const bool bare = length.back() >= '0' && length.back() <= '9';
    data.set("length", bare ? length + " bytes" : length);
    for (const auto& [name, value] :
         {std::pair{"delay", PlaneValue::delay}, {"factor", PlaneValue::factor}}) {
        const auto drawing = plane_picture(diagnosis, plane, value, order, marks);
        if (drawing) data.set(name, picture::svg_element(*drawing));
    }
    data.set("legend", list_data(marks, [&](const Mark& mark) {
                 return PageObject{{"number", fmt::format("{}", mark.number)},
                                   {"sentence", text_data(sentence_of(diagnosis.findings[mark.number - 1]))},
                                   {"shape", shape_words(mark)}};
             }));
    return data;
}

}  // namespace

void add_pictures(const Diagnosis& diagnosis, PageData& page) {
    if (diagnosis.hosts.size() < 2) return;
    if (!diagnosis.collectives)
        page.set("machine_drawing", picture::svg_element(machine_picture(diagnosis).drawing));
    const std::vector<int> order = picture_order(diagnosis);
    std::vector<std::vector<Mark>> marks;
    for (const HostPlane& plane : diagnosis.planes) {
        marks.push_back(marks_of(diagnosis, plane, order, max_marks));
    }
    // The length at which most of the faults are seen stands open, the longest of several.
    std::size_t main = 0;
    for (std::size_t index = 1; index < marks.size(); ++index) {
        if (marks[index].size() >= marks[main].size()) main = index;
    }
    PageData others{PageData::type::list};
    for (std::size_t index = 0; index < marks.size(); ++index) {
        const PageData data = picture_data(diagnosis, diagnosis.planes[index], order, marks[index]);
        if (index == main) {
            page.set("picture", kainjow::mustache::list{data});
        } else {
            others << data;
        }
    }
    page.set("other_pictures", others);
    page.set("has_other_pictures", marks.size() > 1);
}

}  // namespace fabricmap::diagnosis
