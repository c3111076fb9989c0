// SPDX-License-Identifier: Apache-2.0
#include "converters/formats/table.hpp"
#include "netcdf_schema/run_writer.hpp"
#include "netcdf_schema/version.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace fabricmap::converters {
namespace {

using PlaneOfStatistic = std::vector<std::pair<Statistic, Matrix>>;

/// What the run has of one sender's cells.
std::vector<CellStatistics> cells_of(const PlaneOfStatistic& planes, Eigen::Index sender) {
    std::vector<CellStatistics> row(static_cast<std::size_t>(planes.front().second.cols()));
    for (std::size_t receiver = 0; receiver < row.size(); ++receiver) {
        for (const auto& [statistic, plane] : planes) {
            row[receiver].set(statistic, plane(sender, static_cast<Eigen::Index>(receiver)));
        }
        const bool missing = std::isnan(planes.front().second(sender, static_cast<Eigen::Index>(receiver)));
        if (missing) row[receiver].quality = static_cast<std::uint8_t>(Quality::missing);
    }
    return row;
}

void write_plane(RunWriter& writer, const Conversion& conversion, const std::vector<Statistic>& statistics,
                 std::size_t k) {
    PlaneOfStatistic planes;
    for (const Statistic statistic : statistics) {
        planes.emplace_back(statistic, conversion.run.stack(statistic)->plane(k));
    }
    writer.begin_plane(conversion.stack.message_lengths()[k]);
    for (std::int64_t sender = 0; sender < conversion.stack.rank_count(); ++sender) {
        writer.write_row(sender, cells_of(planes, sender));
    }
    writer.commit_plane();
}

RunDescription describe(const Conversion& conversion) {
    RunDescription run = conversion.run.description();
    run.message_lengths = conversion.stack.message_lengths();
    const std::string origin =
        fmt::format("converted by network_convert {} from {}", tool_version(),
                    std::filesystem::path(conversion.options.input).filename().string());
    run.history += fmt::format("{}{} {}", run.history.empty() ? "" : "\n", utc_now(), origin);
    if (run.source.empty()) run.source = origin;
    return run;
}

}  // namespace

void convert_to_run(const Conversion& conversion) {
    const std::vector<Statistic> statistics = conversion.run.statistics();
    const RunDescription description = describe(conversion);
    const auto existing =
        conversion.options.overwrite ? RunWriter::Existing::overwrite : RunWriter::Existing::refuse;
    RunWriter writer = RunWriter::create(*conversion.options.output, description, existing, statistics);
    try {
        for (std::size_t k = 0; k < description.message_lengths.size(); ++k) {
            write_plane(writer, conversion, statistics, k);
            conversion.progress.step();
        }
        if (conversion.run.description().complete) {
            writer.finish(description.finished);
        } else {
            writer.close();
        }
    } catch (...) {
        // Half a run would pass for one that can be gone on with.
        for (const auto& path : writer.paths()) std::filesystem::remove(path);
        throw;
    }
}

}  // namespace fabricmap::converters
