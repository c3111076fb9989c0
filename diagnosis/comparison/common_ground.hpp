// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/run.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// What several runs have in common: hosts by name, ranks by their place among those of their host, lengths
/// by value.
struct CommonGround {
    Machine machine;                      ///< the common hosts in the order of the first run
    std::vector<std::int64_t> lengths;    ///< ascending
    std::vector<std::string> new_hosts;   ///< of the first run alone
    std::vector<std::string> gone_hosts;  ///< of the second kind of runs alone
    bool units_are_ranks = false;         ///< a single host is common: its ranks stand for hosts, "node01:3"
};

/// `baseline` has one run at least, and a host and a length in common with every other.
[[nodiscard]] CommonGround common_ground(const std::vector<const Run*>& runs,
                                         const std::vector<const Run*>& baseline);

/// The run's own number of each of the ground's ranks.
[[nodiscard]] PerRank<RankIndex> ranks_on(const CommonGround& ground, const Run& run);

/// The run's preferred statistic on that ground: ranks and lengths as the ground counts them.
[[nodiscard]] std::shared_ptr<const DelayStack> stack_on(const CommonGround& ground, const Run& run);

}  // namespace fabricmap::diagnosis
