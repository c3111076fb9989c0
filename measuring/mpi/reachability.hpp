// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/mpi/session.hpp"
#include "measuring/watch/watchdog.hpp"

#include <mpi.h>

#include <array>

namespace fabricmap {

/// Lets ranks find out who still answers when an exchange hangs. Each has receives posted from the start, in
/// a communicator of their own; a synchronous send to it completes as long as its MPI library makes progress,
/// though the rank itself be stuck in a call. All ranks make and end it together. One for a process.
class Reachability {
  public:
    explicit Reachability(Watchdog& watchdog);
    ~Reachability();
    Reachability(const Reachability&) = delete;
    Reachability& operator=(const Reachability&) = delete;

    /// The one of this process; null where there is none.
    [[nodiscard]] static Reachability* of_process() noexcept;

    /// To be called by a rank that waits for its turn: where the watchdog wants it as a witness, tries to
    /// reach those that it names, once, and hands it what was found.
    void testify_if_wanted();

  private:
    Watchdog& watchdog_;
    Communicator comm_;
    std::array<MPI_Request, CrossCheck::max_witnesses> receives_{};
    bool has_tried_ = false;
};

}  // namespace fabricmap
