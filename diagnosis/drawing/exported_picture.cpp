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
#include "picture/layout/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
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

picture::Sheet sheet_of(const Diagnosis& diagnosis, const PictureRequest& request, std::string_view subject) {
    picture::Sheet sheet{run_name(diagnosis), {fmt::format("{}. {}", headline_of(diagnosis), subject)}};
    sheet.preset = request.preset;
    std::vector<picture::Note> faults;
    for (std::size_t index = 0; index < diagnosis.findings.size(); ++index) {
        const Finding& finding = diagnosis.findings[index];
        if (is_fault(finding.kind)) faults.push_back({index + 1, sentence_of(finding)});
    }
    sheet.add_notes(faults, [](std::size_t more) {
        return fmt::format("and {}", counted(static_cast<std::int64_t>(more), "more fault"));
    });
    return sheet;
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
    const picture::Sheet sheet = sheet_of(diagnosis, request, subject);
    std::vector<picture::Mark> marks = marks_of(diagnosis, plane, order, max_exported_marks);
    for (picture::Mark& mark : marks) {
        if (mark.number > sheet.last_number()) mark.number = 0;
        // The findings stand in words: numbers are enough.
        if (request.preset != nullptr) mark.name.clear();
    }
    auto drawing = plane_picture(diagnosis, plane, PlaneValue::factor, order, marks, sheet);
    if (!drawing) {
        throw FileError(fmt::format("{}: nothing was measured between hosts", diagnosis.runs.front().label));
    }
    return std::move(*drawing);
}

picture::Drawing machine_drawing(const Diagnosis& diagnosis, const PictureRequest& request) {
    const picture::Sheet sheet = sheet_of(diagnosis, request, "The machine");
    return on_sheet(sheet, [&](const picture::Extent& room) {
        const std::size_t numbered = sheet.last_number();
        return sheet.extent() ? fitted_machine(diagnosis, room, numbered)
                              : machine_picture(diagnosis, machine_layout(diagnosis), numbered).drawing;
    });
}

picture::Drawing part_drawing(const Diagnosis& diagnosis, const PictureRequest& request) {
    const PartCurves& curves = diagnosis.part_curves.back();
    const picture::Chart chart = part_chart(diagnosis, curves);
    if (!has_values(chart)) {
        throw FileError(fmt::format("{}: nothing was measured of {}", diagnosis.runs.front().label,
                                    text_of(curves.part, true)));
    }
    return picture::drawing_of(sheet_of(diagnosis, request, text_of(curves.part, true)), chart);
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
