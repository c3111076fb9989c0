// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/own/run_copy.hpp"

#include "base/output_file.hpp"
#include "base/plain_file.hpp"
#include "base/unfinished_files.hpp"
#include "netcdf_schema/own/run_lock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

namespace fabricmap {
namespace {

constexpr std::int64_t values_at_once = std::int64_t{1} << 20;

using RowsOfStatistic = std::vector<std::pair<Statistic, Matrix>>;

/// What the run has of one sender's cells. `outliers`: NaN where they are unknown.
std::vector<CellStatistics> cells_of(const RowsOfStatistic& rows, const Matrix& outliers, Eigen::Index row) {
    std::vector<CellStatistics> cells(static_cast<std::size_t>(rows.front().second.cols()));
    for (std::size_t receiver = 0; receiver < cells.size(); ++receiver) {
        const auto column = static_cast<Eigen::Index>(receiver);
        for (const auto& [statistic, values] : rows) cells[receiver].set(statistic, values(row, column));
        const double far_longer = outliers(row, column);
        cells[receiver].outliers =
            std::isnan(far_longer) ? CellStatistics::unknown_outliers : std::llround(far_longer);
        const bool missing = std::isnan(rows.front().second(row, column));
        if (missing) cells[receiver].quality = static_cast<std::uint8_t>(Quality::missing);
    }
    return cells;
}

/// Of senders from `first` on.
void remove_diagonal(RowsOfStatistic& rows, std::int64_t first) {
    for (auto& [statistic, values] : rows) {
        if (statistic == Statistic::count) continue;
        for (Eigen::Index row = 0; row < values.rows(); ++row)
            values(row, first + row) = std::numeric_limits<double>::quiet_NaN();
    }
}

void copy_plane(RunWriter& writer, const Run& run, std::span<const Statistic> statistics, std::size_t k,
                bool without_diagonal) {
    writer.begin_plane(run.stack(statistics.front())->message_lengths()[k]);
    const std::int64_t ranks = run.description().rank_count();
    const std::int64_t senders = std::max<std::int64_t>(1, values_at_once / ranks);
    for (std::int64_t first = 0; first < ranks; first += senders) {
        const std::int64_t count = std::min(senders, ranks - first);
        RowsOfStatistic rows;
        for (const Statistic statistic : statistics) {
            rows.emplace_back(statistic, run.stack(statistic)->rows(k, first, count));
        }
        if (without_diagonal) remove_diagonal(rows, first);
        const Matrix outliers =
            run.outliers() ? run.outliers()->rows(k, first, count)
                           : Matrix::Constant(count, ranks, std::numeric_limits<double>::quiet_NaN());
        for (std::int64_t row = 0; row < count; ++row)
            writer.write_row(first + row, cells_of(rows, outliers, row));
    }
    writer.commit_plane();
}

/// All names that files of a run may have at a prefix, from the first moment on.
std::vector<std::filesystem::path> names_at(const std::filesystem::path& prefix) {
    std::vector<std::filesystem::path> names = unfinished_paths(prefix);
    for (const Statistic statistic : all_statistics) names.push_back(statistic_path(prefix, statistic));
    return names;
}

}  // namespace

void copy_run(const Run& run, std::span<const Statistic> statistics, const CopyDestination& destination,
              const std::function<void()>& plane_done) {
    const RunLock lock(destination.prefix, "a copy");
    for (const Statistic statistic : all_statistics) {
        require_free(statistic_path(destination.prefix, statistic),
                     destination.existing == RunWriter::Existing::overwrite);
    }
    RunDescription description = run.description();
    description.message_lengths = run.stack(statistics.front())->message_lengths();
    description.history +=
        fmt::format("{}{} {}", description.history.empty() ? "" : "\n", utc_now(), destination.history);
    if (description.source.empty()) description.source = destination.history;
    // What stands at the prefix may be a measurement: it goes only when its follower is whole.
    const std::filesystem::path unfinished = partial_path(destination.prefix);
    UnfinishedFiles files(names_at(unfinished));
    RunWriter writer = RunWriter::create(unfinished, description, RunWriter::Existing::overwrite, statistics);
    writer.reach_disk(true);
    for (std::size_t k = 0; k < description.message_lengths.size(); ++k) {
        copy_plane(writer, run, statistics, k, destination.without_diagonal);
        plane_done();
    }
    if (description.complete) {
        writer.finish(description.finished);
    } else {
        writer.close();
    }
    for (const Statistic statistic : statistics) {
        const std::filesystem::path path = statistic_path(destination.prefix, statistic);
        std::error_code problem;
        std::filesystem::rename(statistic_path(unfinished, statistic), path, problem);
        if (problem) throw system_error(path, "give this name to the file", problem.value());
    }
    files.keep();
    sync_names_beside(destination.prefix);
    // What stood there and has no follower.
    for (const Statistic statistic : all_statistics) {
        if (std::find(statistics.begin(), statistics.end(), statistic) == statistics.end())
            std::filesystem::remove(statistic_path(destination.prefix, statistic));
    }
}

}  // namespace fabricmap
