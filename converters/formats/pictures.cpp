// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/output_file.hpp"
#include "base/remark.hpp"
#include "converters/conversion/output.hpp"
#include "converters/formats/pair_chart.hpp"
#include "converters/formats/table.hpp"
#include "picture/layout/matrix_picture.hpp"
#include "picture/layout/run_words.hpp"
#include "picture/output/picture_formats.hpp"

#include <fmt/format.h>

namespace fabricmap::converters {
namespace {

using picture::NeverMeasured;
using picture::ValueRange;

/// The cells of the picture and what stands around them.
struct Drawing {
    Matrix cells;
    NeverMeasured never;
    picture::MatrixWords words;
    bool has_square_cells = true;
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
            picture::plane_words(run, conversion.stack.statistic(), length)};
}

Drawing row_drawing(const Conversion& conversion) {
    const Selection& selection = conversion.selection;
    const Matrix row = conversion.stack.row(*selection.sender);
    const RunDescription& run = conversion.run.description();
    Drawing drawing{row, NeverMeasured::in_row(run, *selection.sender),
                    picture::row_words(run, conversion.stack.statistic(), *selection.sender), false};
    if (selection.planes.size() == 1) {
        drawing.cells = row.row(static_cast<Eigen::Index>(selection.planes.front()));
        drawing.words.down.labels = {
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

picture::Drawing matrix_drawing(const Conversion& conversion) {
    Drawing drawing =
        conversion.selection.is_whole_planes() ? plane_drawing(conversion) : row_drawing(conversion);
    const picture::GreyScale scale(chosen_range(conversion, drawing));
    auto& [sheet, down, across] = drawing.words;
    picture::MatrixPicture matrix{std::move(down),
                                  std::move(across),
                                  picture::pyramid_of(drawing.cells, drawing.never),
                                  {scale, picture::Palette::grey, quantity_of(conversion.stack.statistic())}};
    matrix.has_square_cells = drawing.has_square_cells;
    picture::describe_cells(sheet, matrix.legend, drawing.cells, drawing.never);
    // Cells as large as fit, but a pixel each at least: a picture of thousands of ranks is zoomed in.
    constexpr int wanted_pixels = 640;
    picture::Drawing shapes =
        picture::drawing_of(sheet, matrix, picture::natural_view(matrix, wanted_pixels, true));
    shapes.lines.push_back(conversion.run.label());
    return shapes;
}

void convert_to_picture(const Conversion& conversion) {
    require_free(*conversion.options.output, conversion.options);
    const picture::Drawing shapes =
        conversion.selection.receiver ? pair_drawing(conversion) : matrix_drawing(conversion);
    OutputFile file(*conversion.options.output);
    file.write(picture::find_picture_format(conversion.options.format->suffix)->bytes_of(shapes));
    file.commit();
}

constexpr Format picture_format(std::string_view name, std::string_view suffix, std::string_view what) {
    return {.name = name,
            .suffix = suffix,
            .what = what,
            .target = Target::file,
            .content = Content::picture,
            .holds_all_statistics = false,
            .convert = convert_to_picture};
}

}  // namespace

extern constinit const Format png_format =
    picture_format("png", ".png", "a picture with a legend, darker is slower");

extern constinit const Format svg_format =
    picture_format("svg", ".svg", "the same picture, which stays sharp when it is enlarged");

extern constinit const Format pdf_format =
    picture_format("pdf", ".pdf", "the same picture on a page of its size");

}  // namespace fabricmap::converters
