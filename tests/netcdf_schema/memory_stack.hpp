// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/file/memory_stack.hpp"
#include "netcdf_schema/run/run.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace fabricmap::testing {

/// Planes that a test made.
class MemoryStack : public fabricmap::MemoryStack {
  public:
    MemoryStack(Statistic statistic, std::vector<std::int64_t> lengths, const std::vector<Matrix>& planes)
        : fabricmap::MemoryStack(statistic, planes.front().rows(), std::move(lengths), planes,
                                 {.keep_implausible = true}, "a run in memory") {}
};

/// A run of one statistic with those planes, of lengths 0, 1, 2, ... or from another on; each rank on a host
/// of its own.
inline Run run_of(std::vector<Matrix> planes, Statistic statistic = Statistic::median,
                  std::int64_t first_length = 0) {
    RunDescription description;
    description.mode = Mode::one_to_one;
    for (Eigen::Index rank = 0; rank < planes.front().rows(); ++rank) {
        description.ranks.push_back({"node" + std::to_string(rank), static_cast<int>(rank), 0, 0});
    }
    for (std::size_t k = 0; k < planes.size(); ++k)
        description.message_lengths.push_back(first_length + static_cast<std::int64_t>(k));
    Run::Stacks stacks;
    stacks.emplace(statistic,
                   std::make_shared<MemoryStack>(statistic, description.message_lengths, std::move(planes)));
    return {"a run in memory", std::move(description), std::move(stacks), statistic};
}

/// The same, read once: a synthetic run works out a value each time it is asked for it.
inline Run in_memory(const Run& run) {
    Run::Stacks stacks;
    for (const Statistic statistic : run.statistics()) {
        std::vector<Matrix> planes;
        for (std::size_t k = 0; k < run.description().message_lengths.size(); ++k)
            planes.push_back(run.stack(statistic)->plane(k));
        stacks.emplace(statistic, std::make_shared<MemoryStack>(statistic, run.description().message_lengths,
                                                                std::move(planes)));
    }
    return {run.label(), run.description(), std::move(stacks), run.preferred()};
}

}  // namespace fabricmap::testing
