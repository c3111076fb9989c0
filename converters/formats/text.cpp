// SPDX-License-Identifier: Apache-2.0
#include "converters/conversion/legacy_form.hpp"
#include "converters/conversion/output.hpp"
#include "converters/formats/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::converters {
namespace {

/// The row of lengths that the header claims. Lengths that form no row get one from the first to the last:
/// the matrices say their own.
ArithmeticRow header_row(const std::vector<std::int64_t>& lengths) {
    const ArithmeticRow row = arithmetic_row(lengths);
    return row.step > 0 ? row : ArithmeticRow{lengths.front(), lengths.back() + 1, 1};
}

std::string header(const Conversion& conversion) {
    const RunDescription& run = conversion.run.description();
    std::vector<std::int64_t> lengths;
    for (const std::size_t k : conversion.selection.planes)
        lengths.push_back(conversion.stack.message_lengths()[k]);
    const ArithmeticRow row = header_row(lengths);
    const NoiseParameters noise = run.noise.value_or(NoiseParameters{});
    std::string text = fmt::format("processors {}\n", run.rank_count());
    if (run.mode) text += fmt::format("test type \"{}\"\n", name_of(*run.mode));
    text += fmt::format(
        "data type \"{}\"\nbegin message length {}\nend message length {}\nstep length {}\n"
        "noise message length {}\nnumber of noise messages {}\nnumber of noise processes {}\n"
        "number of repeates {}\n",
        name_of(conversion.stack.statistic()), row.begin, row.end, row.step, noise.message_length,
        noise.messages, noise.processes, std::max<std::int64_t>(run.repeats, 0));
    const std::string hosts = legacy_hosts(run);
    if (!hosts.empty()) text += "\nhosts:\n" + hosts;
    return text;
}

/// Numbers that read back as they were; a tab between.
void write_plane(Output& output, std::int64_t length_bytes, const Matrix& plane) {
    output.write(fmt::format("\nMessage length {}\n", length_bytes));
    for (Eigen::Index row = 0; row < plane.rows(); ++row) {
        output.write(fmt::format("{}\n", fmt::join(plane.row(row).begin(), plane.row(row).end(), "\t")));
    }
}

/// A part of the matrices has no form of its own there: a table that reads well.
void write_table(Output& output, const Conversion& conversion) {
    const Selection& selection = conversion.selection;
    output.write(fmt::format("# {} of {}, from rank {} to {}, {}\n", name_of(conversion.stack.statistic()),
                             conversion.run.label(), *selection.sender,
                             selection.receiver ? fmt::format("rank {}", *selection.receiver) : "each rank",
                             conversion.stack.statistic() == Statistic::count ? "samples" : "seconds"));
    for_each_block(conversion.stack, selection, [&](const Block& block) {
        output.write(fmt::format("{}\t{}\n", block.length_bytes,
                                 fmt::join(block.values.row(0).begin(), block.values.row(0).end(), "\t")));
        conversion.progress.step();
    });
}

void convert_to_text(const Conversion& conversion) {
    Output output(conversion.options);
    if (!conversion.selection.is_whole_planes()) {
        write_table(output, conversion);
    } else {
        output.write(header(conversion));
        for (const std::size_t k : conversion.selection.planes) {
            write_plane(output, conversion.stack.message_lengths()[k],
                        legacy_plane(conversion.run, conversion.stack.statistic(), k));
            conversion.progress.step();
        }
    }
    output.finish();
}

}  // namespace

extern constinit const Format text_format{
    .name = "text",
    .suffix = ".txt",
    .what = "the older toolkit's text form",
    .target = Target::stream,
    .content = Content::matrices,
    .holds_all_statistics = false,
    .convert = convert_to_text,
};

}  // namespace fabricmap::converters
