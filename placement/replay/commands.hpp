// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "placement/replay/options.hpp"

#include <mpi.h>

namespace fabricmap::placement {

/// Replays on all ranks; rank 0 prints. Throws the same Error on all ranks.
[[nodiscard]] ExitCode replay(const ReplayOptions& options, MPI_Comm comm);

/// Runs the whole program on this rank: what is thrown becomes one line from rank 0, and its code on all.
[[nodiscard]] int run_replay(const std::vector<std::string>& words, MPI_Comm comm);

}  // namespace fabricmap::placement
