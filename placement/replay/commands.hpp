// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/watch/watchdog.hpp"

#include <string>
#include <vector>

namespace fabricmap::placement {

/// Replays on all ranks what the arguments ask for; rank 0 prints. Throws the same Error on all ranks.
[[nodiscard]] ExitCode replay(const Session& session, Watchdog& watchdog,
                              const std::vector<std::string>& arguments);

}  // namespace fabricmap::placement
