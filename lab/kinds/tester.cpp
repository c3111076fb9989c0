// SPDX-License-Identifier: Apache-2.0
#include "lab/kinds/tester.hpp"

#include "base/errors.hpp"
#include "netcdf_schema/collectives/collective_file.hpp"
#include "netcdf_schema/own/run_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricmap::lab {
namespace {

using Paths = std::vector<std::filesystem::path>;

Paths statistic_files(const std::filesystem::path& prefix) {
    Paths paths;
    for (const Statistic statistic : all_statistics) paths.push_back(statistic_path(prefix, statistic));
    return paths;
}

Paths collective_files(const std::filesystem::path& prefix) {
    return {collectives_path(prefix)};
}

/// A log of visits is of use wherever it ends.
Paths no_files(const std::filesystem::path& /*prefix*/) {
    return {};
}

constexpr std::array testers{
    Tester{"network_test", "delays between all pairs of ranks", true, statistic_files, unfinished_paths},
    Tester{"collective_test", "times of collective operations", false, collective_files, no_files},
};

}  // namespace

std::span<const Tester> all_testers() {
    return testers;
}

const Tester& tester_named(std::string_view name) {
    const auto* const found = std::find_if(testers.begin(), testers.end(),
                                           [&](const Tester& tester) { return tester.name == name; });
    if (found != testers.end()) return *found;
    throw UsageError(fmt::format("--program {}: give network_test or collective_test", name));
}

}  // namespace fabricmap::lab
