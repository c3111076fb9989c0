// SPDX-License-Identifier: Apache-2.0
// What it costs that a length counts as complete only when the disk has it: planes written with and without
// waiting for the disk, in turn, for runs of several sizes. Usage: bench_sync_cost [FOLDER]
#include "netcdf_schema/own/run_writer.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

using namespace fabricmap;

namespace {

constexpr std::size_t planes_of_a_run = 12;

RunDescription description_of(std::size_t ranks) {
    RunDescription description;
    for (std::size_t rank = 0; rank < ranks; ++rank)
        description.ranks.push_back({fmt::format("host{}", rank), static_cast<int>(rank)});
    description.message_lengths.resize(planes_of_a_run);
    std::iota(description.message_lengths.begin(), description.message_lengths.end(), 0);
    return description;
}

/// Milliseconds a plane, the median of a run.
double plane_ms(const std::filesystem::path& prefix, std::size_t ranks, bool reaches_disk) {
    const RunDescription description = description_of(ranks);
    RunWriter writer = RunWriter::create(prefix, description, RunWriter::Existing::overwrite);
    writer.reach_disk(reaches_disk);
    const std::vector<CellStatistics> row(ranks, CellStatistics{1, 2, 2, 3, 1, 10, 0});
    std::vector<double> times_ms;
    for (const std::int64_t length : description.message_lengths) {
        const auto begin = std::chrono::steady_clock::now();
        writer.begin_plane(length);
        for (std::size_t rank = 0; rank < ranks; ++rank)
            writer.write_row(static_cast<std::int64_t>(rank), row);
        writer.commit_plane();
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        times_ms.push_back(took.count());
    }
    return upper_median_of(times_ms);
}

}  // namespace

int main(int argument_count, char** arguments) {
    const std::filesystem::path folder =
        argument_count > 1 ? std::filesystem::path(arguments[1]) : std::filesystem::temp_directory_path();
    const std::filesystem::path prefix = folder / "bench_sync_cost";
    fmt::print("{:>8} {:>16} {:>14} {:>8}\n", "ranks", "on disk, ms", "not yet, ms", "ratio");
    for (const std::size_t ranks : {16U, 128U, 512U, 1024U}) {
        const double without_ms = plane_ms(prefix, ranks, false);
        const double with_ms = plane_ms(prefix, ranks, true);
        fmt::print("{:>8} {:>16.1f} {:>14.1f} {:>8.2f}\n", ranks, with_ms, without_ms, with_ms / without_ms);
    }
    for (const Statistic statistic : all_statistics)
        std::filesystem::remove(statistic_path(prefix, statistic));
    return 0;
}
