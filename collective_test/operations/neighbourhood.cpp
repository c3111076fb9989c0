// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/neighbourhood.hpp"

#include "collective_test/operations/contents.hpp"
#include "measuring/page_buffer.hpp"

#include <algorithm>
#include <array>

namespace fabricmap::collective_test {
namespace {

constexpr int grid_dimensions = 2;

CallShape shape_among(const CallShape& shape, MPI_Comm comm) {
    CallShape other = shape;
    other.comm = comm;
    return other;
}

}  // namespace

Neighbourhood::Neighbourhood(MPI_Comm comm, bool is_graph) {
    is_graph ? make_graph(comm) : make_grid(comm);
}

void Neighbourhood::make_grid(MPI_Comm comm) {
    int size = 0;
    MPI_Comm_size(comm, &size);
    std::array<int, grid_dimensions> extents{};
    const std::array<int, grid_dimensions> wraps{};
    constexpr int keeps_ranks = 0;
    MPI_Dims_create(size, grid_dimensions, extents.data());
    MPI_Cart_create(comm, grid_dimensions, extents.data(), wraps.data(), keeps_ranks, &comm_);
    for (int dimension = 0; dimension < grid_dimensions; ++dimension) {
        int before = MPI_PROC_NULL;
        int behind = MPI_PROC_NULL;
        MPI_Cart_shift(comm_, dimension, 1, &before, &behind);
        for (std::vector<int>* const all : {&sources_, &destinations_})
            all->insert(all->end(), {before, behind});
    }
}

void Neighbourhood::make_graph(MPI_Comm comm) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int step = 1; step < size; step *= 2) {
        destinations_.push_back((rank + step) % size);
        sources_.push_back((rank + size - step) % size);
    }
    const auto count = static_cast<int>(sources_.size());
    constexpr int keeps_ranks = 0;
    MPI_Dist_graph_create_adjacent(comm, count, sources_.data(), MPI_UNWEIGHTED, count, destinations_.data(),
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, keeps_ranks, &comm_);
}

int Neighbourhood::max_neighbours(int ranks) noexcept {
    int of_graph = 0;
    for (std::int64_t step = 1; step < ranks; step *= 2) ++of_graph;
    return std::max(2 * grid_dimensions, of_graph);
}

NeighbourCall::NeighbourCall(const CallShape& shape, Twin twin, bool has_block_for_each)
    : Neighbourhood(shape.comm, shape.variation.graph),
      TwinCall(shape_among(shape, Neighbourhood::comm()), twin),
      has_block_for_each_(has_block_for_each) {}

std::uint64_t NeighbourCall::key_of(std::uint64_t key, int sender, int receiver) const noexcept {
    constexpr int anybody = -1;
    return block_key(key, sender, has_block_for_each_ ? receiver : anybody);
}

void NeighbourCall::fill(const Buffers& buffers, std::uint64_t key) const {
    const ByteBlocks contributions{buffers.out, length(), has_block_for_each_ ? neighbours() : 1};
    const ByteBlocks results{buffers.in, length(), neighbours()};
    for (int block = 0; block < contributions.count; ++block) {
        const int to = destinations()[static_cast<std::size_t>(block)];
        fill_pattern(contributions.block(block), key_of(key, rank(), to));
    }
    for (int block = 0; block < neighbours(); ++block) {
        const int from = sources()[static_cast<std::size_t>(block)];
        fill_other_than_pattern(results.block(block), key_of(key, from, rank()));
    }
}

bool NeighbourCall::holds_result(const Buffers& buffers, std::uint64_t key) const {
    const ByteBlocks results{buffers.in, length(), neighbours()};
    for (int block = 0; block < neighbours(); ++block) {
        const int from = sources()[static_cast<std::size_t>(block)];
        if (from != MPI_PROC_NULL && !holds_pattern(results.block(block), key_of(key, from, rank())))
            return false;
    }
    return true;
}

}  // namespace fabricmap::collective_test
