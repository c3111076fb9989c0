// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/equal_blocks.hpp"
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"

namespace fabricmap::collective_test {
namespace {

class Scatterv final : public ScatteringCall {
  public:
    Scatterv(const CallShape& shape, Twin twin) : ScatteringCall(shape, twin), blocks_(length(), size()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Scatterv, MPI_Iscatterv, persistent::scatterv, buffers.out, blocks_.counts(),
                 blocks_.displacements(), blocks_.type(), buffers.in, blocks_.count(), blocks_.type(), root(),
                 comm());
    }

    EqualBlocks blocks_;
};

}  // namespace

extern constinit const Twins scatterv_twins =
    twins<Scatterv>("iscatterv", moving("scatterv", rooted, blocks, out_of_root));

}  // namespace fabricmap::collective_test
