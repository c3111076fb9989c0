// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/run/run.hpp"
#include "netcdf_schema/run/run_sink.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// What a tester would say of the run before its first message.
inline RunDescription as_planned(const Run& run) {
    RunDescription description = run.description();
    description.run_id = "0f3c1a52-5d3e-4c7b-9b52-2f6f1c9e7a10";
    description.complete = false;
    description.finished.clear();
    return description;
}

/// Hands one plane of the run to the sink, as it would come from a measurement.
inline void feed_plane(RunSink& sink, const Run& run, std::size_t k) {
    sink.begin_plane(run.description().message_lengths[k]);
    std::vector<Matrix> planes;
    for (const Statistic statistic : all_statistics) planes.push_back(run.stack(statistic)->plane(k));
    std::vector<CellStatistics> row(static_cast<std::size_t>(run.description().rank_count()));
    for (Eigen::Index sender = 0; sender < planes.front().rows(); ++sender) {
        for (std::size_t receiver = 0; receiver < row.size(); ++receiver) {
            for (std::size_t s = 0; s < all_statistics.size(); ++s)
                row[receiver].set(all_statistics[s], planes[s](sender, static_cast<Eigen::Index>(receiver)));
        }
        sink.write_row(sender, row);
    }
    sink.commit_plane();
}

/// The planes that the sink has not got yet, up to `end`.
inline void feed(
    RunSink& sink, const Run& run, std::size_t end, const std::function<void()>& plane_done = [] {}) {
    while (sink.complete_lengths().size() < end) {
        feed_plane(sink, run, sink.complete_lengths().size());
        plane_done();
    }
}

/// Of everything in a folder.
inline std::uintmax_t bytes_in(const std::filesystem::path& folder) {
    std::uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) bytes += entry.file_size();
    }
    return bytes;
}

}  // namespace fabricmap::testing
