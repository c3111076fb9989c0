// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/equal_blocks.hpp"
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"

namespace fabricmap::collective_test {
namespace {

class Alltoallv final : public ExchangingCall {
  public:
    Alltoallv(const CallShape& shape, Twin twin) : ExchangingCall(shape, twin), blocks_(length(), size()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Alltoallv, MPI_Ialltoallv, persistent::alltoallv, buffers.out, blocks_.counts(),
                 blocks_.displacements(), blocks_.type(), buffers.in, blocks_.counts(),
                 blocks_.displacements(), blocks_.type(), comm());
    }

    EqualBlocks blocks_;
};

}  // namespace

extern constinit const Twins alltoallv_twins =
    twins<Alltoallv>("ialltoallv", moving("alltoallv", rootless, blocks_of_blocks, all_both));

}  // namespace fabricmap::collective_test
