// SPDX-License-Identifier: Apache-2.0
// The neighbourhood collectives, on a grid or, as a variation, on a graph.
#include "collective_test/operations/equal_blocks.hpp"
#include "collective_test/operations/neighbourhood.hpp"
#include "collective_test/operations/rows.hpp"
#include "measuring/mpi/payload.hpp"

namespace fabricmap::collective_test {
namespace {

constexpr bool one_for_all = false;
constexpr bool one_for_each = true;

class NeighborAllgather final : public NeighbourCall {
  public:
    NeighborAllgather(const CallShape& shape, Twin twin)
        : NeighbourCall(shape, twin, one_for_all), payload_(length()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Neighbor_allgather, MPI_Ineighbor_allgather, persistent::neighbor_allgather,
                 buffers.out, payload_.count(), payload_.type(), buffers.in, payload_.count(),
                 payload_.type(), comm());
    }

    Payload payload_;
};

class NeighborAllgatherv final : public NeighbourCall {
  public:
    NeighborAllgatherv(const CallShape& shape, Twin twin)
        : NeighbourCall(shape, twin, one_for_all), blocks_(length(), neighbours()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Neighbor_allgatherv, MPI_Ineighbor_allgatherv, persistent::neighbor_allgatherv,
                 buffers.out, blocks_.count(), blocks_.type(), buffers.in, blocks_.counts(),
                 blocks_.displacements(), blocks_.type(), comm());
    }

    EqualBlocks blocks_;
};

class NeighborAlltoall final : public NeighbourCall {
  public:
    NeighborAlltoall(const CallShape& shape, Twin twin)
        : NeighbourCall(shape, twin, one_for_each), payload_(length()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, persistent::neighbor_alltoall,
                 buffers.out, payload_.count(), payload_.type(), buffers.in, payload_.count(),
                 payload_.type(), comm());
    }

    Payload payload_;
};

class NeighborAlltoallv final : public NeighbourCall {
  public:
    NeighborAlltoallv(const CallShape& shape, Twin twin)
        : NeighbourCall(shape, twin, one_for_each), blocks_(length(), neighbours()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, persistent::neighbor_alltoallv,
                 buffers.out, blocks_.counts(), blocks_.displacements(), blocks_.type(), buffers.in,
                 blocks_.counts(), blocks_.displacements(), blocks_.type(), comm());
    }

    EqualBlocks blocks_;
};

class NeighborAlltoallw final : public NeighbourCall {
  public:
    NeighborAlltoallw(const CallShape& shape, Twin twin)
        : NeighbourCall(shape, twin, one_for_each),
          payload_(length()),
          counts_(static_cast<std::size_t>(neighbours()), payload_.count()),
          types_(counts_.size(), payload_.type()) {
        for (int block = 0; block < neighbours(); ++block) displacements_.push_back(block * length());
    }

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw, persistent::neighbor_alltoallw,
                 buffers.out, counts_.data(), displacements_.data(), types_.data(), buffers.in,
                 counts_.data(), displacements_.data(), types_.data(), comm());
    }

    Payload payload_;
    std::vector<int> counts_;
    std::vector<MPI_Aint> displacements_;
    std::vector<MPI_Datatype> types_;
};

// Both kinds of neighbours fit.
constexpr Need one_and_neighbours = [](std::int64_t m, int ranks, bool) {
    return BufferNeed{bytes(m, 1), bytes(m, Neighbourhood::max_neighbours(ranks))};
};
constexpr Need neighbours_both = [](std::int64_t m, int ranks, bool) {
    const double all = bytes(m, Neighbourhood::max_neighbours(ranks));
    return BufferNeed{all, all};
};
/// Of as many messages as a rank may have neighbours: those at the edges of a grid have fewer.
constexpr Total blocks_of_neighbours = [](std::int64_t m, int ranks) {
    return bytes(m, ranks) * Neighbourhood::max_neighbours(ranks);
};

constexpr Limit not_simulated = [](std::int64_t, int, bool simulated) {
    return simulated ? std::string_view("the simulator has no neighbourhood collectives")
                     : std::string_view();
};

constexpr Operation among_neighbours(std::string_view name, Need need) {
    Operation operation = moving(name, rootless, blocks_of_neighbours, need, not_simulated);
    operation.has_neighbours = true;
    return operation;
}

}  // namespace

extern constinit const Twins neighbor_allgather_twins = twins<NeighborAllgather>(
    "ineighbor_allgather", among_neighbours("neighbor_allgather", one_and_neighbours));
extern constinit const Twins neighbor_allgatherv_twins = twins<NeighborAllgatherv>(
    "ineighbor_allgatherv", among_neighbours("neighbor_allgatherv", one_and_neighbours));
extern constinit const Twins neighbor_alltoall_twins =
    twins<NeighborAlltoall>("ineighbor_alltoall", among_neighbours("neighbor_alltoall", neighbours_both));
extern constinit const Twins neighbor_alltoallv_twins =
    twins<NeighborAlltoallv>("ineighbor_alltoallv", among_neighbours("neighbor_alltoallv", neighbours_both));
extern constinit const Twins neighbor_alltoallw_twins =
    twins<NeighborAlltoallw>("ineighbor_alltoallw", among_neighbours("neighbor_alltoallw", neighbours_both));

}  // namespace fabricmap::collective_test
