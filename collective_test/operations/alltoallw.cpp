// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/equal_blocks.hpp"
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"

#include <limits>
#include <vector>

namespace fabricmap::collective_test {
namespace {

class Alltoallw final : public ExchangingCall {
  public:
    Alltoallw(const CallShape& shape, Twin twin)
        : ExchangingCall(shape, twin),
          blocks_(length(), size()),
          types_(static_cast<std::size_t>(size()), MPI_BYTE) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Alltoallw, MPI_Ialltoallw, persistent::alltoallw, buffers.out, blocks_.counts(),
                 blocks_.displacements(), types_.data(), buffers.in, blocks_.counts(),
                 blocks_.displacements(), types_.data(), comm());
    }

    EqualBlocks blocks_;
    std::vector<MPI_Datatype> types_;
};

std::string_view limit_of_displacements(std::int64_t message_length, int ranks, bool /*simulated*/) {
    return message_length * ranks > std::numeric_limits<int>::max()
               ? "its displacements are bytes in 31 bits, so all blocks together have to stay below 2 GiB"
               : std::string_view();
}

}  // namespace

extern constinit const Twins alltoallw_twins = twins<Alltoallw>(
    "ialltoallw", moving("alltoallw", rootless, blocks_of_blocks, all_both, limit_of_displacements));

}  // namespace fabricmap::collective_test
