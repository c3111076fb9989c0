// SPDX-License-Identifier: Apache-2.0
#include "converters/formats/table.hpp"
#include "converters/output.hpp"
#include "netcdf_schema/csv_field.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace fabricmap::converters {
namespace {

std::string comments(const Conversion& conversion) {
    const RunDescription& run = conversion.run.description();
    const auto line = [](std::string_view key, std::string_view value) {
        return value.empty() ? std::string() : fmt::format("# {}: {}\n", key, value);
    };
    return line("title", run.title) + line("mode", run.mode ? name_of(*run.mode) : "") +
           line("statistic", name_of(conversion.stack.statistic())) +
           line("timing", run.timing ? name_of(*run.timing) : "") + line("sampling", run.sampling) +
           line("mpi_library", run.mpi_library) + line("started", run.started) + line("run_id", run.run_id) +
           line("comment", run.comment);
}

}  // namespace

void convert_to_csv(const Conversion& conversion) {
    const auto& ranks = conversion.run.description().ranks;
    const bool counts = conversion.stack.statistic() == Statistic::count;
    Output output(conversion.options);
    output.write(comments(conversion));
    output.write(fmt::format("length_bytes,sender,receiver,sender_host,receiver_host,{}\n",
                             counts ? "count" : "delay_s"));
    fmt::memory_buffer lines;
    for_each_block(conversion.stack, conversion.selection, [&](const Block& block) {
        for (Eigen::Index row = 0; row < block.values.rows(); ++row) {
            lines.clear();
            for (Eigen::Index column = 0; column < block.values.cols(); ++column) {
                const auto sender = static_cast<std::size_t>(block.first_sender + row);
                const auto receiver = static_cast<std::size_t>(block.first_receiver + column);
                const double value = block.values(row, column);
                fmt::format_to(std::back_inserter(lines), "{},{},{},{},{},", block.length_bytes, sender,
                               receiver, csv_field(ranks[sender].host), csv_field(ranks[receiver].host));
                if (!std::isnan(value)) fmt::format_to(std::back_inserter(lines), "{}", value);
                lines.push_back('\n');
            }
            output.write({lines.data(), lines.size()});
        }
        conversion.progress.step();
    });
    output.finish();
}

}  // namespace fabricmap::converters
