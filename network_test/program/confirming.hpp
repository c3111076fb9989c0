// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/program.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/rank_locations.hpp"
#include "measuring/watch/watchdog.hpp"
#include "network_test/request/options.hpp"

namespace fabricmap::network_test {

/// --confirm: measures the values of the list alone, each with a control (up to 32 at a length) that is not
/// in the list, and replaces them in the run; values of excluded hosts are left out. Mode, timing and the
/// most samples are those of the run. All ranks call it together. Throws UsageError where the list or the job
/// does not fit the run, FileError where either cannot be read.
ExitCode confirm_values(const Session& session, Watchdog& watchdog, const Options& options,
                        const PerRank<RankLocation>& locations);

}  // namespace fabricmap::network_test
