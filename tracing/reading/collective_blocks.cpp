// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/collective_blocks.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace fabricmap::tracing {
namespace {

enum class Moves : std::uint8_t { to_each, to_all, to_root, from_root, to_neighbours };

struct BlockFunction {
    std::string_view name;
    Moves moves;
};

constexpr std::array block_functions{
    BlockFunction{"MPI_Alltoall", Moves::to_each},
    BlockFunction{"MPI_Alltoallv", Moves::to_each},
    BlockFunction{"MPI_Alltoallw", Moves::to_each},
    BlockFunction{"MPI_Allgather", Moves::to_all},
    BlockFunction{"MPI_Allgatherv", Moves::to_all},
    BlockFunction{"MPI_Gather", Moves::to_root},
    BlockFunction{"MPI_Gatherv", Moves::to_root},
    BlockFunction{"MPI_Scatter", Moves::from_root},
    BlockFunction{"MPI_Scatterv", Moves::from_root},
    BlockFunction{"MPI_Neighbor_allgather", Moves::to_neighbours},
    BlockFunction{"MPI_Neighbor_allgatherv", Moves::to_neighbours},
    BlockFunction{"MPI_Neighbor_alltoall", Moves::to_neighbours},
    BlockFunction{"MPI_Neighbor_alltoallv", Moves::to_neighbours},
    BlockFunction{"MPI_Neighbor_alltoallw", Moves::to_neighbours},
};

/// MPI_Alltoall of MPI_Ialltoall and MPIX_Alltoall_init, which move the same.
std::string blocking_form(std::string_view name) {
    if (name.starts_with("MPIX_") && name.ends_with("_init")) {
        name.remove_suffix(5);
        return "MPI" + std::string(name.substr(4));
    }
    std::string form(name);
    if (!name.starts_with("MPI_I") || name.size() < 6 || std::islower(name[5]) == 0) return form;
    form.erase(4, 1);
    form[4] = static_cast<char>(std::toupper(form[4]));
    return form;
}

}  // namespace

void CollectiveBlocks::add(std::string_view function, const CallContext& context,
                           const std::vector<std::int64_t>& list, const CommunicatorInfo& communicator,
                           std::uint64_t calls) {
    const std::string form = blocking_form(function);
    const auto* const known = std::find_if(block_functions.begin(), block_functions.end(),
                                           [&](const BlockFunction& one) { return one.name == form; });
    if (function.starts_with("MPI_Win_")) return;
    if (known == block_functions.end() || communicator.is_inter) {
        const auto bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(context.send_bytes, 0));
        return add_other(function, calls, calls * bytes);
    }
    const int own = communicator.world_rank_of(communicator.own_rank);
    const int root = communicator.world_rank_of(context.send_peer);
    if (known->moves == Moves::to_root) return add_block(own, root, context.send_bytes, calls);
    if (known->moves == Moves::from_root) return add_block(root, own, context.receive_bytes, calls);
    if (known->moves == Moves::to_neighbours) {
        for (std::size_t edge = 0; edge + 1 < list.size(); edge += 2) {
            add_block(own, communicator.world_rank_of(list[edge]), list[edge + 1], calls);
        }
        return;
    }
    const std::int64_t block = known->moves == Moves::to_each ? context.receive_bytes : context.send_bytes;
    for (std::size_t member = 0; member < communicator.members.size(); ++member) {
        const bool has_own_length = known->moves == Moves::to_each && member < list.size();
        add_block(own, communicator.members[member], has_own_length ? list[member] : block, calls);
    }
}

void CollectiveBlocks::add_other(std::string_view function, std::uint64_t calls, std::uint64_t bytes) {
    OtherCollective& other = others_[std::string(function)];
    other.calls += calls;
    other.bytes += bytes;
}

/// Nothing is sent for an empty block, or to oneself.
void CollectiveBlocks::add_block(int sender, int receiver, std::int64_t bytes, std::uint64_t calls) {
    if (sender < 0 || receiver < 0 || sender == receiver || bytes <= 0) return;
    blocks_[{sender, receiver, bytes}] += calls;
}

}  // namespace fabricmap::tracing
