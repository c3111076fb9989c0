// SPDX-License-Identifier: Apache-2.0
#include "converters/formats/table.hpp"
#include "netcdf_schema/run_writer.hpp"
#include "netcdf_schema/version.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <utility>

namespace fabricmap::converters {
namespace {

using PlaneOfStatistic = std::vector<std::pair<Statistic, Matrix>>;

void set(CellStatistics& cell, Statistic statistic, double value) {
    switch (statistic) {
        case Statistic::minimum:
            cell.minimum = value;
            break;
        case Statistic::average:
            cell.average = value;
            break;
        case Statistic::median:
            cell.median = value;
            break;
        case Statistic::maximum:
            cell.maximum = value;
            break;
        case Statistic::deviation:
            cell.deviation = value;
            break;
        case Statistic::count:
            cell.count = std::isnan(value) ? 0 : std::llround(value);
            break;
    }
}

/// What the run has of one sender's cells.
std::vector<CellStatistics> cells_of(const PlaneOfStatistic& planes, Eigen::Index sender) {
    std::vector<CellStatistics> row(static_cast<std::size_t>(planes.front().second.cols()));
    for (std::size_t receiver = 0; receiver < row.size(); ++receiver) {
        for (const auto& [statistic, plane] : planes) {
            set(row[receiver], statistic, plane(sender, static_cast<Eigen::Index>(receiver)));
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
    const std::string origin = fmt::format("converted by network_convert {} from {}", tool_version(),
                                           conversion.options.input.filename().string());
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    run.history +=
        fmt::format("{}{:%Y-%m-%dT%H:%M:%SZ} {}", run.history.empty() ? "" : "\n", fmt::gmtime(now), origin);
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
