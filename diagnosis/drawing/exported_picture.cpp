// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/exported_picture.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "diagnosis/drawing/machine_picture.hpp"
#include "diagnosis/drawing/marks.hpp"
#include "diagnosis/drawing/part_picture.hpp"
#include "diagnosis/drawing/plane_picture.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "picture/layout/chart_drawing.hpp"
#include "picture/layout/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t default_findings = 3;
constexpr std::size_t max_exported_marks = 10;

std::string run_name(const Diagnosis& diagnosis) {
    const JudgedRun& run = diagnosis.runs.front();
    return run.description.title.empty() ? run.label : run.description.title;
}

PictureFrame frame_of(const Diagnosis& diagnosis, const PictureRequest& request, std::string_view subject) {
    PictureFrame frame;
    frame.title = run_name(diagnosis);
    frame.lines = {fmt::format("{}. {}", headline_of(diagnosis), subject)};
    const std::size_t most = request.preset != nullptr ? request.preset->findings : default_findings;
    for (std::size_t index = 0; index < diagnosis.findings.size() && frame.lines.size() <= most; ++index) {
        if (is_fault(diagnosis.findings[index].kind))
            frame.lines.push_back(fmt::format("{}  {}", index + 1, sentence_of(diagnosis.findings[index])));
    }
    if (request.preset != nullptr) frame.size = request.preset->size;
    return frame;
}

const HostPlane& shown_plane(const Diagnosis& diagnosis, const PictureRequest& request) {
    std::vector<const HostPlane*> planes;
    for (const auto* const list : {&diagnosis.planes, &diagnosis.further_planes}) {
        for (const HostPlane& plane : *list) planes.push_back(&plane);
    }
    if (planes.empty()) {
        throw FileError(
            fmt::format("{}: it has no delays between hosts to draw", diagnosis.runs.front().label));
    }
    const auto best = length_of_largest_fault(diagnosis);
    const std::int64_t longest = diagnosis.planes.back().length_bytes;
    const std::int64_t wanted = request.length_bytes.value_or(best ? diagnosis.lengths[*best] : longest);
    const auto found = std::find_if(planes.begin(), planes.end(),
                                    [&](const HostPlane* plane) { return plane->length_bytes == wanted; });
    if (found != planes.end()) return **found;
    if (request.length_bytes) {
        throw UsageError(fmt::format("--length {}: the run has no picture of that length",
                                     format_size(*request.length_bytes)));
    }
    return diagnosis.planes.back();
}

picture::Drawing matrix_drawing(const Diagnosis& diagnosis, const PictureRequest& request) {
    const HostPlane& plane = shown_plane(diagnosis, request);
    const std::vector<int> order = picture_order(diagnosis);
    const std::string subject =
        fmt::format("Messages of {} against what is expected", format_size(plane.length_bytes));
    std::vector<picture::Mark> marks = marks_of(diagnosis, plane, order, max_exported_marks);
    if (request.preset != nullptr) {
        // The findings stand above in words: numbers are enough.
        for (picture::Mark& mark : marks) mark.name.clear();
    }
    auto drawing = plane_picture(diagnosis, plane, PlaneValue::factor, order, marks,
                                 frame_of(diagnosis, request, subject));
    if (!drawing) {
        throw FileError(fmt::format("{}: nothing was measured between hosts", diagnosis.runs.front().label));
    }
    return std::move(*drawing);
}

void move_by(picture::Drawing& drawing, double right, double down) {
    const auto move = [&](picture::Point& point) { point = {point.x + right, point.y + down}; };
    for (picture::Shape& shape : drawing.shapes) {
        if (auto* const path = std::get_if<picture::Path>(&shape)) {
            std::for_each(path->points.begin(), path->points.end(), move);
        } else if (auto* const circle = std::get_if<picture::Circle>(&shape)) {
            move(circle->centre);
        } else if (auto* const text = std::get_if<picture::Text>(&shape)) {
            move(text->at);
        } else if (auto* const cells = std::get_if<picture::Cells>(&shape)) {
            cells->box.x += right;
            cells->box.y += down;
        }
    }
}

/// The picture below its header.
picture::Drawing framed(picture::Drawing picture, const PictureFrame& frame) {
    using picture::drawing_margin;
    picture::Drawing drawing;
    drawing.width = std::ceil(picture.width + 2 * drawing_margin);
    const double top =
        picture::draw_header(drawing, frame.title, frame.lines, drawing.width - 2 * drawing_margin);
    drawing.height = std::ceil(top + picture.height + drawing_margin);
    drawing.title = frame.title;
    drawing.lines = frame.lines;
    move_by(picture, drawing_margin, top);
    std::move(picture.shapes.begin(), picture.shapes.end(), std::back_inserter(drawing.shapes));
    return drawing;
}

/// Of a preset so wide, and so high or higher.
picture::Drawing machine_drawing(const Diagnosis& diagnosis, const PictureRequest& request) {
    const PictureFrame frame = frame_of(diagnosis, request, "The machine");
    if (!frame.size) return framed(machine_picture(diagnosis).drawing, frame);
    const double width = frame.size->width - 2 * picture::drawing_margin;
    picture::Drawing drawing = framed(machine_picture(diagnosis, width).drawing, frame);
    drawing.width = std::max(drawing.width, frame.size->width);
    drawing.height = std::max(drawing.height, frame.size->height);
    return drawing;
}

picture::Drawing part_drawing(const Diagnosis& diagnosis, const PictureRequest& request) {
    const PartCurves& curves = diagnosis.part_curves.back();
    const PictureFrame frame = frame_of(diagnosis, request, text_of(curves.part, true));
    const picture::Chart chart = part_chart(diagnosis, curves);
    double width = 640;
    double height = 400;
    if (frame.size) {
        using picture::drawing_margin;
        const double names = static_cast<double>(chart.lines.size()) * (picture::chart_line + 3) + 8;
        width = frame.size->width - 2 * drawing_margin;
        height =
            frame.size->height - picture::header_height(frame.title, frame.lines) - drawing_margin - names;
    }
    const auto drawing = picture::drawing_of(chart, width, height);
    if (!drawing) {
        throw FileError(fmt::format("{}: nothing was measured of {}", diagnosis.runs.front().label,
                                    text_of(curves.part, true)));
    }
    return framed(*drawing, frame);
}

}  // namespace

picture::Drawing exported_picture(const Diagnosis& diagnosis, const PictureRequest& request) {
    switch (request.what) {
        case Pictured::machine:
            return machine_drawing(diagnosis, request);
        case Pictured::part:
            if (diagnosis.part_curves.empty()) {
                throw UsageError(
                    fmt::format("--picture-of: {} is no run whose parts are drawn; give matrix or machine",
                                diagnosis.runs.front().label));
            }
            return part_drawing(diagnosis, request);
        case Pictured::matrix:
            break;
    }
    return matrix_drawing(diagnosis, request);
}

}  // namespace fabricmap::diagnosis
