// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/algorithms/algorithms.hpp"
#include "collective_test/request/options.hpp"
#include "netcdf_schema/collectives/collective_file.hpp"
#include "netcdf_schema/collectives/collective_run.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::collective_test {

/// Of the operations that are measured, those algorithms that are asked for by their numbers, or all:
/// "bcast/6/binomial". Throws UsageError where an operation has none, or not that one.
[[nodiscard]] std::vector<std::string> algorithm_names(const Options& options, const Algorithms& algorithms);

/// What a new run is called and consists of; its lists of names follow from the options alone, so all ranks
/// have the same. `algorithms`: "bcast/6/binomial", of those that will be forced.
void name_run(CollectiveRun& run, const Options& options, const std::vector<std::string>& algorithms);

/// The same with where, when and by what it is measured. For rank 0.
[[nodiscard]] CollectiveRun describe_new_run(const Options& options,
                                             const std::vector<RankLocation>& locations,
                                             const std::vector<std::string>& arguments,
                                             const std::vector<std::string>& algorithms);

/// What stands at the prefix for --resume; nothing where nothing does. Throws FileError where it cannot be
/// read.
[[nodiscard]] std::optional<CollectiveFile> find_earlier_run(const std::filesystem::path& prefix);

/// Throws UsageError that names the first thing in which the job differs from the run it is to continue.
void check_resumable(const CollectiveRun& earlier, const CollectiveRun& now, const Options& options);

}  // namespace fabricmap::collective_test
