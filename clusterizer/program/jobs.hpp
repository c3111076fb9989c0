// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/program/options.hpp"
#include "netcdf_schema/run/run.hpp"

#include <filesystem>
#include <vector>

namespace fabricmap::clusterizer {

/// An archive that is to be made.
struct Job {
    const Run* run = nullptr;
    Statistic statistic = Statistic::median;
    std::filesystem::path path;
};

/// What the options ask for of those runs, which are opened from options.runs in that order. Throws
/// UsageError or FileError where names collide, exist already, or are an input; nothing has been written
/// then.
[[nodiscard]] std::vector<Job> plan_jobs(const std::vector<Run>& runs, const Options& options);

}  // namespace fabricmap::clusterizer
