// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::tracing {

/// The ranks that are recorded.
struct Participants {
    std::uint64_t run_id = 0;  ///< the same for all of them
    std::vector<int> ranks;  ///< of MPI_COMM_WORLD, ascending; empty where that cannot be written down: then
                             ///< the file of this one is gone
};

/// Finds them without a message, since ranks that are not recorded would not answer: each rank has made its
/// file in the folder. The one that sees all files first, or none come for a second and a half, writes down
/// who is there, and the others read it. Of a file system that hosts do not share each host finds its own
/// ranks.
[[nodiscard]] Participants find_participants(const std::string& folder, int rank, int rank_count);

}  // namespace fabricmap::tracing
