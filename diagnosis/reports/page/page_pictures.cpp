// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "diagnosis/drawing/machine_picture.hpp"
#include "diagnosis/drawing/marks.hpp"
#include "diagnosis/drawing/plane_picture.hpp"
#include "diagnosis/drawing/plane_values.hpp"
#include "diagnosis/model/verdict.hpp"
#include "diagnosis/reports/page/page_data.hpp"
#include "diagnosis/reports/words.hpp"
#include "picture/output/png.hpp"
#include "picture/output/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

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

/// What the page's script needs besides the pixels of the picture.
PageObject values_data(const Diagnosis& diagnosis, const HostPlane& plane, const std::vector<int>& order) {
    const PlaneValues values = plane_values(plane, order);
    const bool is_rated = has_rate(diagnosis, plane.length_bytes);
    return {{"hosts", fmt::format("{}", order.size())},
            {"fold", fmt::format("{}", values.fold)},
            {"low", fmt::format("{:.9g}", values.factors.lowest)},
            {"high", fmt::format("{:.9g}", values.factors.highest)},
            {"rated", fmt::format("{}", is_rated ? plane.length_bytes : 0)},
            {"expected", fmt::format("{:.5g}", fmt::join(values.expected_s, " "))},
            {"classes", picture::base64_png_of(values.classes, picture::Palette::grey)}};
}

/// Does something with the pixels of the matrix, which is the first of the shades.
template <typename Change>
picture::Drawing with_pixels(picture::Drawing drawing, const Change& change) {
    const auto found = std::find_if(
        drawing.shapes.begin(), drawing.shapes.end(),
        [](const picture::Shape& shape) { return std::holds_alternative<picture::Cells>(shape); });
    if (found == drawing.shapes.end()) return drawing;
    auto& cells = std::get<picture::Cells>(*found);
    auto shades = std::make_shared<picture::ShadePicture>(*cells.shades);
    change(*shades);
    cells.shades = std::move(shades);
    return drawing;
}

/// A pixel a cell, which a browser enlarges, unless some cells are hatched.
void shrink_to_cells(picture::ShadePicture& shades, std::size_t hosts) {
    const auto line = static_cast<std::size_t>(shades.width);
    if (hosts >= line || line % hosts != 0 || shades.height != shades.width) return;
    if (std::find(shades.pixels.begin(), shades.pixels.end(), picture::Shades::hatch) != shades.pixels.end())
        return;
    const std::size_t each = line / hosts;
    std::vector<std::uint8_t> pixels;
    pixels.reserve(hosts * hosts);
    for (std::size_t row = 0; row < hosts; ++row) {
        for (std::size_t column = 0; column < hosts; ++column)
            pixels.push_back(shades.pixels[(row * line + column) * each]);
    }
    shades = {static_cast<int>(hosts), static_cast<int>(hosts), std::move(pixels), shades.values_read};
}

/// Fewer shades than are told apart by eye, which take less where they cannot be compressed.
void take_few_shades(picture::ShadePicture& shades) {
    constexpr int step = 4;
    for (std::uint8_t& pixel : shades.pixels) {
        if (pixel < picture::Shades::count) pixel = static_cast<std::uint8_t>(pixel / step * step);
    }
}

/// Delays are drawn of the main length alone: what they add to factors is how the machine is built.
PageData picture_data(const Diagnosis& diagnosis, const HostPlane& plane, const std::vector<int>& order,
                      const std::vector<Mark>& marks, bool is_main) {
    PageData data;
    const std::string length = format_size(plane.length_bytes);
    // "4M" is known for a size; "0" alone is not.
    const bool bare = length.back() >= '0' && length.back() <= '9';
    data.set("length", bare ? length + " bytes" : length);
    data.set("bytes", fmt::format("{}", plane.length_bytes));
    const auto factor = plane_picture(diagnosis, plane, PlaneValue::factor, order, marks);
    if (factor) {
        data.set("factor", picture::svg_element(with_pixels(*factor, [&](picture::ShadePicture& shades) {
                     shrink_to_cells(shades, order.size());
                 })));
        data.set("values", values_data(diagnosis, plane, order));
    }
    if (is_main || !factor) {
        const auto delay = plane_picture(diagnosis, plane, PlaneValue::delay, order, marks);
        if (delay) {
            const picture::Drawing small = with_pixels(*delay, [&](picture::ShadePicture& shades) {
                shrink_to_cells(shades, order.size());
                take_few_shades(shades);
            });
            data.set("delay", picture::svg_element(small));
        }
    }
    data.set("has_legend", !marks.empty());
    data.set("legend", list_data(marks, [&](const Mark& mark) {
                 return PageObject{{"number", fmt::format("{}", mark.number)},
                                   {"sentence", text_data(sentence_of(diagnosis.findings[mark.number - 1]))},
                                   {"shape", shape_words(mark)}};
             }));
    return data;
}

/// Ascending lengths. Of many hosts three, which the page has room for: the shortest, that of the largest
/// fault or the middle one, and the longest.
std::vector<const HostPlane*> shown_planes(const Diagnosis& diagnosis) {
    constexpr std::size_t few_hosts = 128;
    std::vector<const HostPlane*> planes;
    for (const HostPlane& plane : diagnosis.planes) planes.push_back(&plane);
    const auto& further = diagnosis.further_planes;
    if (diagnosis.hosts.size() <= few_hosts) {
        for (const HostPlane& plane : further) planes.push_back(&plane);
    } else if (!further.empty() && planes.size() > 2) {
        planes[1] = &further.front();
    }
    std::sort(planes.begin(), planes.end(), [](const HostPlane* one, const HostPlane* other) {
        return one->length_bytes < other->length_bytes;
    });
    return planes;
}

}  // namespace

void add_pictures(const Diagnosis& diagnosis, PageData& page) {
    if (diagnosis.hosts.size() < 2) return;
    // Where nothing is decided it shows nothing that is faulty.
    const std::string_view machine_at =
        verdict_of(diagnosis) == Verdict::undecided ? "machine_last" : "machine_first";
    if (!diagnosis.collectives) {
        const MachinePicture machine = machine_picture(diagnosis, machine_layout(diagnosis));
        page.set(std::string(machine_at), picture::svg_element(machine.drawing));
    }
    const std::vector<int> order = picture_order(diagnosis);
    const std::vector<const HostPlane*> planes = shown_planes(diagnosis);
    std::vector<std::vector<Mark>> marks;
    marks.reserve(planes.size());
    for (const HostPlane* const plane : planes)
        marks.push_back(marks_of(diagnosis, *plane, order, max_marks));
    // The length at which most of the faults are seen stands open, the longest of several.
    std::size_t main = 0;
    for (std::size_t index = 1; index < marks.size(); ++index) {
        if (marks[index].size() >= marks[main].size()) main = index;
    }
    PageData others{PageData::type::list};
    for (std::size_t index = 0; index < marks.size(); ++index) {
        const PageData data = picture_data(diagnosis, *planes[index], order, marks[index], index == main);
        if (index == main) {
            page.set("picture", kainjow::mustache::list{data});
        } else {
            others << data;
        }
    }
    page.set("other_pictures", others);
    page.set("has_pictures", !marks.empty());
    page.set("has_other_pictures", marks.size() > 1);
}

}  // namespace fabricmap::diagnosis
