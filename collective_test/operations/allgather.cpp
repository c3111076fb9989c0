// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/table.hpp"
#include "measuring/mpi/payload.hpp"

namespace fabricmap::collective_test {
namespace {

class Allgather final : public GatheringCall {
  public:
    Allgather(const CallShape& shape, Twin twin)
        : GatheringCall(shape, twin, Receivers::all), payload_(length()) {}

  private:
    void call(const Buffers& buffers, MPI_Request* request) override {
        call_either(request, MPI_Allgather, MPI_Iallgather, buffers.out, payload_.count(), payload_.type(),
                    buffers.in, payload_.count(), payload_.type(), comm());
    }

    Payload payload_;
};

}  // namespace

std::unique_ptr<Call> make_allgather(const CallShape& shape, Twin twin) {
    return make_twin<Allgather>(shape, twin);
}

}  // namespace fabricmap::collective_test
