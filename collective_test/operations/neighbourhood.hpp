// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/operations/twin_call.hpp"
#include "measuring/mpi/session.hpp"

#include <mpi.h>

#include <vector>

namespace fabricmap::collective_test {

/// Whom a rank has for neighbours, and the communicator that knows it: of a grid of two dimensions, without
/// wrapping around, those before and behind it in each; or of a graph, those 1, 2, 4, ... ranks ahead to send
/// to, and those so many behind to receive from.
class Neighbourhood {
  public:
    Neighbourhood(MPI_Comm comm, bool is_graph);
    ~Neighbourhood() { MPI_Comm_free(&comm_); }
    Neighbourhood(const Neighbourhood&) = delete;
    Neighbourhood& operator=(const Neighbourhood&) = delete;

    [[nodiscard]] MPI_Comm comm() const noexcept { return comm_; }
    /// In the order of their blocks; MPI_PROC_NULL at an edge of the grid.
    [[nodiscard]] const std::vector<int>& sources() const noexcept { return sources_; }
    [[nodiscard]] const std::vector<int>& destinations() const noexcept { return destinations_; }

    /// Of either kind, on so many ranks.
    [[nodiscard]] static int max_neighbours(int ranks) noexcept;

  private:
    void make_grid(MPI_Comm comm);
    void make_graph(MPI_Comm comm);

    MPI_Comm comm_ = MPI_COMM_NULL;
    std::vector<int> sources_;
    std::vector<int> destinations_;
};

/// A call that exchanges blocks with neighbours: its own for all of them, or one for each.
class NeighbourCall : private Neighbourhood, public TwinCall {
  public:
    NeighbourCall(const CallShape& shape, Twin twin, bool has_block_for_each);
    void fill(const Buffers& buffers, std::uint64_t key) const final;
    [[nodiscard]] bool holds_result(const Buffers& buffers, std::uint64_t key) const final;

  protected:
    using TwinCall::comm;
    [[nodiscard]] int neighbours() const noexcept { return static_cast<int>(sources().size()); }

  private:
    [[nodiscard]] std::uint64_t key_of(std::uint64_t key, int sender, int receiver) const noexcept;

    bool has_block_for_each_;
};

}  // namespace fabricmap::collective_test
