// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/remark.hpp"
#include "converters/conversion/output.hpp"
#include "converters/formats/table.hpp"
#include "picture/png_file.hpp"
#include "picture/run_sheet.hpp"

#include <fmt/format.h>

namespace fabricmap::converters {
namespace {

using picture::NeverMeasured;
using picture::ValueRange;

/// The cells of the picture and what stands around them.
struct Drawing {
    Matrix cells;
    NeverMeasured never;
    picture::Sheet sheet;
};

Drawing plane_drawing(const Conversion& conversion) {
    // Without a length the longest is shown, where differences of the network are largest.
    const std::size_t k = conversion.selection.planes.back();
    const std::int64_t length = conversion.stack.message_lengths()[k];
    const RunDescription& run = conversion.run.description();
    if (!conversion.options.length_bytes && !conversion.options.quiet) {
        remark(fmt::format(
            "network_convert: drawing the longest messages, {} bytes; choose others with --length\n",
            format_size(length)));
    }
    return {conversion.stack.plane(k), NeverMeasured::in_plane(run),
            picture::plane_sheet(run, conversion.stack.statistic(), length)};
}

Drawing row_drawing(const Conversion& conversion) {
    const Selection& selection = conversion.selection;
    const Matrix row = conversion.stack.row(*selection.sender);
    const RunDescription& run = conversion.run.description();
    Drawing drawing{row, NeverMeasured::in_row(run, *selection.sender),
                    picture::row_sheet(run, conversion.stack.statistic(), *selection.sender)};
    if (selection.planes.size() == 1) {
        drawing.cells = row.row(static_cast<Eigen::Index>(selection.planes.front()));
        drawing.sheet.down.labels = {
            format_size(conversion.stack.message_lengths()[selection.planes.front()])};
    }
    return drawing;
}

std::optional<ValueRange> range_of_run(const Conversion& conversion) {
    std::optional<ValueRange> range;
    const auto never = NeverMeasured::in_plane(conversion.run.description());
    conversion.progress.begin(conversion.stack.message_lengths().size());
    for (std::size_t k = 0; k < conversion.stack.message_lengths().size(); ++k) {
        range = picture::united(range, picture::range_of(conversion.stack.plane(k), never));
        conversion.progress.step();
    }
    return range;
}

ValueRange chosen_range(const Conversion& conversion, const Drawing& drawing) {
    if (const auto* const given = std::get_if<ValueRange>(&conversion.options.range)) return *given;
    const bool of_run = std::get<RangeOf>(conversion.options.range) == RangeOf::run;
    const auto range = of_run ? range_of_run(conversion) : picture::range_of(drawing.cells, drawing.never);
    // A picture of missing cells alone needs a scale as well.
    return range.value_or(ValueRange{});
}

void convert_to_png(const Conversion& conversion) {
    require_free(*conversion.options.output, conversion.options);
    const Drawing drawing =
        conversion.selection.is_whole_planes() ? plane_drawing(conversion) : row_drawing(conversion);
    const picture::GreyScale scale(chosen_range(conversion, drawing));
    const auto image = picture::draw_sheet(drawing.cells, scale, drawing.never, drawing.sheet, {});
    picture::write_png(*conversion.options.output, image,
                       {{"Title", drawing.sheet.title},
                        {"Source", conversion.run.label()},
                        {"Range", fmt::format("{} to {} {}", scale.range().lowest, scale.range().highest,
                                              conversion.stack.statistic() == Statistic::count ? "" : "s")},
                        {"Software", "network_convert"}});
}

}  // namespace

extern constinit const Format png_format{
    .name = "png",
    .suffix = ".png",
    .what = "a grey picture with a legend, darker is slower",
    .target = Target::file,
    .content = Content::picture,
    .holds_all_statistics = false,
    .convert = convert_to_png,
};

}  // namespace fabricmap::converters
