// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/equal_blocks.hpp"
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"

namespace fabricmap::collective_test {
namespace {

class Gatherv final : public GatheringCall {
  public:
    Gatherv(const CallShape& shape, Twin twin)
        : GatheringCall(shape, twin, Receivers::root), blocks_(length(), size()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Gatherv, MPI_Igatherv, persistent::gatherv, out(buffers), blocks_.count(),
                 blocks_.type(), buffers.in, blocks_.counts(), blocks_.displacements(), blocks_.type(),
                 root(), comm());
    }

    EqualBlocks blocks_;
};

}  // namespace

extern constinit const Twins gatherv_twins =
    twins<Gatherv>("igatherv", in_place_too(moving("gatherv", rooted, blocks, in_at_root)));

}  // namespace fabricmap::collective_test
