// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/exported_picture.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "diagnosis/drawing/machine_picture.hpp"
#include "diagnosis/drawing/marks.hpp"
#include "diagnosis/drawing/part_picture.hpp"
#include "diagnosis/drawing/plane_picture.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "picture/layout/chart_drawing.hpp"
#include "picture/layout/header.hpp"
#include "picture/layout/matrix_picture.hpp"
#include "picture/layout/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_exported_marks = 10;

std::string run_name(const Diagnosis& diagnosis) {
    const JudgedRun& run = diagnosis.runs.front();
    return run.description.title.empty() ? run.label : run.description.title;
}

/// The worst faults in words, with their numbers, and how many more there are.
std::vector<picture::Note> notes_of(const Diagnosis& diagnosis, const picture::Preset* preset) {
    const std::size_t most = preset != nullptr ? preset->findings : picture::default_findings;
    std::vector<picture::Note> notes;
    std::size_t more = 0;
    for (std::size_t index = 0; index < diagnosis.findings.size(); ++index) {
        const Finding& finding = diagnosis.findings[index];
        if (!is_fault(finding.kind)) continue;
        if (notes.size() < most) {
            notes.push_back({index + 1, sentence_of(finding)});
        } else {
            ++more;
        }
    }
    if (more > 0)
        notes.push_back({0, fmt::format("and {}", counted(static_cast<std::int64_t>(more), "more fault"))});
    return notes;
}

/// What stands on the picture has a number where the words beside have it, too.
std::size_t last_number(const std::vector<picture::Note>& notes) {
    std::size_t last = 0;
    for (const picture::Note& note : notes) last = std::max(last, note.number);
    return last;
}

PictureFrame frame_of(const Diagnosis& diagnosis, const PictureRequest& request, std::string_view subject) {
    PictureFrame frame;
    frame.title = run_name(diagnosis);
    frame.lines = {fmt::format("{}. {}", headline_of(diagnosis), subject)};
    frame.notes = notes_of(diagnosis, request.preset);
    if (request.preset != nullptr) frame.size = request.preset->size;
    return frame;
}

/// Where the findings do not stand beside the picture.
void put_notes_above(PictureFrame& frame) {
    for (std::string& line : picture::lines_of(frame.notes)) frame.lines.push_back(std::move(line));
    frame.notes.clear();
}

bool has_notes_beside(const PictureRequest& request) {
    return request.preset != nullptr && request.preset->notes_beside;
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
    PictureFrame frame = frame_of(diagnosis, request, subject);
    std::vector<picture::Mark> marks = marks_of(diagnosis, plane, order, max_exported_marks);
    for (picture::Mark& mark : marks) {
        if (mark.number > last_number(frame.notes)) mark.number = 0;
        // The findings stand in words: numbers are enough.
        if (request.preset != nullptr) mark.name.clear();
    }
    if (!has_notes_beside(request)) put_notes_above(frame);
    auto drawing = plane_picture(diagnosis, plane, PlaneValue::factor, order, marks, frame);
    if (!drawing) {
        throw FileError(fmt::format("{}: nothing was measured between hosts", diagnosis.runs.front().label));
    }
    return std::move(*drawing);
}

/// The picture below its header, and the findings right of it. Of a given size so wide, and so high or
/// higher.
picture::Drawing framed(picture::Drawing picture, const PictureFrame& frame) {
    using picture::drawing_margin;
    picture::Drawing drawing;
    const double wanted = frame.size ? frame.size->width : 0;
    drawing.width = std::max(std::ceil(picture.width + 2 * drawing_margin), wanted);
    const picture::Header header(frame.title, frame.lines, drawing.width - 2 * drawing_margin);
    header.draw(drawing);
    drawing.height = std::max(std::ceil(header.height() + picture.height + drawing_margin),
                              frame.size ? frame.size->height : 0);
    drawing.title = frame.title;
    drawing.lines = frame.lines;
    for (std::string& line : picture::lines_of(frame.notes)) drawing.lines.push_back(std::move(line));
    const double left = drawing_margin + picture.width + picture::legend_distance;
    draw_notes(drawing,
               {left, header.height(), drawing.width - drawing_margin - left,
                drawing.height - drawing_margin - header.height()},
               frame.notes);
    drawing.put(std::move(picture), {drawing_margin, header.height()});
    return drawing;
}

picture::Drawing machine_drawing(const Diagnosis& diagnosis, const PictureRequest& request) {
    PictureFrame frame = frame_of(diagnosis, request, "The machine");
    const std::size_t numbered = last_number(frame.notes);
    double width = frame.size ? frame.size->width - 2 * picture::drawing_margin : machine_width;
    if (has_notes_beside(request) && !frame.notes.empty()) {
        width -= picture::legend_distance + picture::min_notes_width;
    } else {
        put_notes_above(frame);
    }
    return framed(machine_picture(diagnosis, width, numbered).drawing, frame);
}

picture::Drawing part_drawing(const Diagnosis& diagnosis, const PictureRequest& request) {
    const PartCurves& curves = diagnosis.part_curves.back();
    PictureFrame frame = frame_of(diagnosis, request, text_of(curves.part, true));
    put_notes_above(frame);
    const picture::Chart chart = part_chart(diagnosis, curves);
    double width = 640;
    double height = 400;
    if (frame.size) {
        using picture::drawing_margin;
        const double names = static_cast<double>(chart.lines.size()) * (picture::chart_line + 3) + 8;
        width = frame.size->width - 2 * drawing_margin;
        height = frame.size->height - picture::Header(frame.title, frame.lines, width).height() -
                 drawing_margin - names;
    }
    const auto drawing = picture::drawing_of(chart, width, height);
    if (!drawing) {
        throw FileError(fmt::format("{}: nothing was measured of {}", diagnosis.runs.front().label,
                                    text_of(curves.part, true)));
    }
    return framed(*drawing, frame);
}

picture::Drawing drawing_of(const Diagnosis& diagnosis, const PictureRequest& request) {
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

}  // namespace

picture::Drawing exported_picture(const Diagnosis& diagnosis, const PictureRequest& request) {
    picture::Drawing drawing = drawing_of(diagnosis, request);
    if (request.preset != nullptr) drawing.scale = request.preset->scale;
    return drawing;
}

}  // namespace fabricmap::diagnosis
