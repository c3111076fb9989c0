// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/equal_blocks.hpp"
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/table.hpp"

namespace fabricmap::collective_test {
namespace {

class Alltoallv final : public ExchangingCall {
  public:
    Alltoallv(const CallShape& shape, Twin twin) : ExchangingCall(shape, twin), blocks_(length(), size()) {}

  private:
    void call(const Buffers& buffers, MPI_Request* request) override {
        call_either(request, MPI_Alltoallv, MPI_Ialltoallv, buffers.out, blocks_.counts(),
                    blocks_.displacements(), blocks_.type(), buffers.in, blocks_.counts(),
                    blocks_.displacements(), blocks_.type(), comm());
    }

    EqualBlocks blocks_;
};

}  // namespace

std::unique_ptr<Call> make_alltoallv(const CallShape& shape, Twin twin) {
    return make_twin<Alltoallv>(shape, twin);
}

}  // namespace fabricmap::collective_test
