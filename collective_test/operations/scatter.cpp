// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/table.hpp"
#include "measuring/mpi/payload.hpp"

namespace fabricmap::collective_test {
namespace {

class Scatter final : public ScatteringCall {
  public:
    Scatter(const CallShape& shape, Twin twin) : ScatteringCall(shape, twin), payload_(length()) {}

  private:
    void call(const Buffers& buffers, MPI_Request* request) override {
        call_either(request, MPI_Scatter, MPI_Iscatter, buffers.out, payload_.count(), payload_.type(),
                    buffers.in, payload_.count(), payload_.type(), root(), comm());
    }

    Payload payload_;
};

}  // namespace

std::unique_ptr<Call> make_scatter(const CallShape& shape, Twin twin) {
    return make_twin<Scatter>(shape, twin);
}

}  // namespace fabricmap::collective_test
