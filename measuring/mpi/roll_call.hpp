// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/mpi/session.hpp"
#include "measuring/watch/watchdog.hpp"

namespace fabricmap {

/// The first communication of the job. Each rank sends rank 0 its host, and receives all hosts; then it
/// exchanges an empty message with those that collective operations of MPI libraries lead to: the ranks at a
/// distance that is a power of two. Both by messages between two ranks, so that the watchdog can name the one
/// that does not come, or the two that do not reach each other, where a collective operation would only hang.
void call_roll(const Session& session, Watchdog& watchdog);

/// Exchanges an empty message with each of them, which do so as well: setting a connection up costs more than
/// ten messages. All at once, so that a rank that waits for a lost message does not hold up those behind it.
void exchange_empty(const std::vector<int>& peers, int tag, MPI_Comm comm, Watchdog& watchdog);

}  // namespace fabricmap
