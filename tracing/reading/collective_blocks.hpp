// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/reading/call_sequence.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace fabricmap::tracing {

/// Calls of a collective operation that is no exchange of blocks between pairs.
struct OtherCollective {
    std::uint64_t calls = 0;
    std::uint64_t bytes = 0;  ///< that the processes contribute
};

/// What collective operations move from one rank to another where the operation itself says so: a block of
/// MPI_Alltoall, MPI_Gather, MPI_Scatter, MPI_Allgather and their forms with counts, and of collectives of
/// neighbours. Along which ways the
/// MPI library sends it is its own affair.
class CollectiveBlocks {
  public:
    /// Messages of sender, receiver and length.
    using Blocks = std::map<std::tuple<int, int, std::int64_t>, std::uint64_t>;

    /// So many calls of one context; those on windows send nothing that is known. `list`: bytes for each rank
    /// of the communicator, where the function has them; of neighbours pairs of rank and bytes.
    void add(std::string_view function, const CallContext& context, const std::vector<std::int64_t>& list,
             const CommunicatorInfo& communicator, std::uint64_t calls);

    [[nodiscard]] const Blocks& blocks() const noexcept { return blocks_; }
    /// By function.
    [[nodiscard]] const std::map<std::string, OtherCollective>& others() const noexcept { return others_; }
    void add_other(std::string_view function, std::uint64_t calls, std::uint64_t bytes);

  private:
    void add_block(int sender, int receiver, std::int64_t bytes, std::uint64_t calls);

    Blocks blocks_;
    std::map<std::string, OtherCollective> others_;
};

}  // namespace fabricmap::tracing
