// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>

namespace fabricmap {

/// How a rank waits while others measure: it looks now and then and sleeps in between, because a rank that
/// spins takes the memory, the network card and, with more ranks than cores, the core from those who are
/// measured.
class IdleWaiting {
  public:
    /// `simulated`: waiting blocks inside MPI, where it costs no time. SimGrid (3.32) makes the non-blocking
    /// collectives of messages between all pairs of ranks, and its MPI_Ibarrier waits for rank 0 alone.
    explicit IdleWaiting(bool simulated) noexcept : simulated_(simulated) {}

    /// What to do between two looks, such as drawing progress. Runs on this thread and must not call MPI.
    void set_idle_callback(std::function<void()> callback) { idle_callback_ = std::move(callback); }

    /// Returns when the request is complete.
    MPI_Status finish(MPI_Request& request) const;
    /// Receives from the rank, which may be MPI_ANY_SOURCE; `tag` may be MPI_ANY_TAG.
    MPI_Status receive(void* values, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm) const;
    /// Returns when all ranks of the communicator have called it.
    void await_all(MPI_Comm comm) const;
    /// The values of all ranks of the communicator, combined in place. Returns when all have called it.
    void reduce_all(void* values, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) const;
    /// The root's values, on all ranks of the communicator.
    void take_from(int root, void* values, int count, MPI_Datatype type, MPI_Comm comm) const;

  private:
    bool simulated_;
    std::function<void()> idle_callback_;
};

}  // namespace fabricmap
