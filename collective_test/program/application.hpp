// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/watch/watchdog.hpp"

#include <string>
#include <vector>

namespace fabricmap::collective_test {

/// The program, called by all ranks together: reads the arguments on rank 0, measures, writes and sums up.
/// Errors are thrown on all ranks alike.
ExitCode run_application(const Session& session, Watchdog& watchdog,
                         const std::vector<std::string>& arguments);

}  // namespace fabricmap::collective_test
