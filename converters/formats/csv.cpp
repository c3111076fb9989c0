// SPDX-License-Identifier: Apache-2.0
#include "base/csv_field.hpp"
#include "base/utf8.hpp"
#include "converters/conversion/output.hpp"
#include "converters/conversion/pair_table.hpp"
#include "converters/formats/table.hpp"
#include "netcdf_schema/run/quality.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace fabricmap::converters {
namespace {

constexpr std::size_t bytes_at_once = std::size_t{1} << 16;

/// What the numbers of that column are made of; empty where there is no such column.
std::string quality_words(const Conversion& conversion) {
    if (!conversion.options.all_statistics || !conversion.run.quality()) return {};
    std::string words;
    for (const QualityName& entry : quality_names) {
        words += fmt::format("{}{} {}", words.empty() ? "the sum of " : ", ", static_cast<int>(entry.bit),
                             entry.name);
    }
    return words;
}

std::string comments(const Conversion& conversion) {
    const RunDescription& run = conversion.run.description();
    const auto line = [](std::string_view key, std::string_view value) {
        return value.empty() ? std::string() : fmt::format("# {}: {}\n", key, valid_utf8(printable(value)));
    };
    return line("title", run.title) + line("mode", run.mode ? name_of(*run.mode) : "") +
           line("statistic",
                conversion.options.all_statistics ? "all" : name_of(conversion.stack.statistic())) +
           line("timing", run.timing ? name_of(*run.timing) : "") + line("sampling", run.sampling) +
           line("memory", run.memory ? name_of(*run.memory) : std::string()) +
           line("mpi_library", run.mpi_library) + line("started", run.started) + line("run_id", run.run_id) +
           line("comment", run.comment) + line("quality", quality_words(conversion));
}

void convert_to_csv(const Conversion& conversion) {
    const auto& ranks = conversion.run.description().ranks;
    const std::vector<PairColumn> columns = columns_of(conversion);
    Output output(conversion.options);
    output.write(comments(conversion));
    output.write("length_bytes,sender,receiver,sender_host,receiver_host");
    for (const PairColumn& column : columns) output.write("," + column.name);
    output.write("\n");
    fmt::memory_buffer lines;
    const auto write_lines = [&] {
        output.write({lines.data(), lines.size()});
        lines.clear();
    };
    for_each_pair(conversion, columns, [&](const PairRow& row) {
        fmt::format_to(std::back_inserter(lines), "{},{},{},{},{}", row.length_bytes, row.sender,
                       row.receiver, csv_field(ranks[row.sender].host), csv_field(ranks[row.receiver].host));
        for (const double value : row.values) {
            lines.push_back(',');
            if (!std::isnan(value)) fmt::format_to(std::back_inserter(lines), "{}", value);
        }
        lines.push_back('\n');
        if (lines.size() >= bytes_at_once) write_lines();
    });
    write_lines();
    output.finish();
}

}  // namespace

extern constinit const Format csv_format{
    .name = "csv",
    .suffix = ".csv",
    .what = "a line for each length and pair",
    .target = Target::stream,
    .content = Content::table,
    .holds_all_statistics = true,
    .convert = convert_to_csv,
};

}  // namespace fabricmap::converters
