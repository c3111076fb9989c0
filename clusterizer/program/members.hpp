// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/archive/archive.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::clusterizer {

/// The pairs of a cluster: how many, and which they are in the words of somebody who knows the machine.
struct Members {
    std::uint64_t pairs = 0;
    std::string
        words;  ///< "within a host", "from node17 to other hosts", "rank 3 (node00) to rank 9 (node01)"
};

/// Those of the first clusters of a range, at most so many.
[[nodiscard]] std::vector<Members> members_of(const Archive& archive, std::size_t range, std::size_t most);

}  // namespace fabricmap::clusterizer
