// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "converters/merging/measurement.hpp"
#include "netcdf_schema/own/run_writer.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::converters {

struct MergeRequest {
    std::vector<std::vector<std::string>> jobs;  ///< runs, a list for each job
    std::filesystem::path output;                ///< prefix
    std::chrono::days half_life{0};  ///< after this time a value counts half as much as one of now
    std::chrono::days max_age{0};    ///< what is older is left out
    RunWriter::Existing existing = RunWriter::Existing::refuse;
};

/// What has become of it.
struct MergedRun {
    std::size_t jobs = 0;
    std::size_t hosts = 0;
    std::int64_t pairs = 0;                  ///< of ranks of different hosts, in both directions
    std::int64_t measured_pairs = 0;         ///< of these
    double oldest_s = 0;                     ///< age of the oldest
    std::vector<std::string> changed_hosts;  ///< whose older values contradict newer ones, and are left out
    std::vector<std::string> left_out;       ///< runs, and why
};

/// Writes one run of the map that all runs show together. The value of a pair is its newest, with older ones
/// that agree weighted by their age; what a whole job was faster or slower than the newest is taken off.
[[nodiscard]] MergedRun merge_runs(const MergeRequest& request);

}  // namespace fabricmap::converters
