// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/equal_blocks.hpp"
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/table.hpp"

namespace fabricmap::collective_test {
namespace {

class Allgatherv final : public GatheringCall {
  public:
    Allgatherv(const CallShape& shape, Twin twin)
        : GatheringCall(shape, twin, Receivers::all), blocks_(length(), size()) {}

  private:
    void call(const Buffers& buffers, MPI_Request* request) override {
        call_either(request, MPI_Allgatherv, MPI_Iallgatherv, buffers.out, blocks_.count(), blocks_.type(),
                    buffers.in, blocks_.counts(), blocks_.displacements(), blocks_.type(), comm());
    }

    EqualBlocks blocks_;
};

}  // namespace

std::unique_ptr<Call> make_allgatherv(const CallShape& shape, Twin twin) {
    return make_twin<Allgatherv>(shape, twin);
}

}  // namespace fabricmap::collective_test
