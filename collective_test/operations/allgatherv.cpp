// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/equal_blocks.hpp"
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"

namespace fabricmap::collective_test {
namespace {

class Allgatherv final : public GatheringCall {
  public:
    Allgatherv(const CallShape& shape, Twin twin)
        : GatheringCall(shape, twin, Receivers::all), blocks_(length(), size()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Allgatherv, MPI_Iallgatherv, persistent::allgatherv, out(buffers), blocks_.count(),
                 blocks_.type(), buffers.in, blocks_.counts(), blocks_.displacements(), blocks_.type(),
                 comm());
    }

    EqualBlocks blocks_;
};

}  // namespace

extern constinit const Twins allgatherv_twins =
    twins<Allgatherv>("iallgatherv", in_place_too(moving("allgatherv", rootless, blocks, all_in)));

}  // namespace fabricmap::collective_test
