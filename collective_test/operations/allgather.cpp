// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"
#include "measuring/mpi/payload.hpp"

namespace fabricmap::collective_test {
namespace {

class Allgather final : public GatheringCall {
  public:
    Allgather(const CallShape& shape, Twin twin)
        : GatheringCall(shape, twin, Receivers::all), payload_(length()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Allgather, MPI_Iallgather, persistent::allgather, out(buffers), payload_.count(),
                 payload_.type(), buffers.in, payload_.count(), payload_.type(), comm());
    }

    Payload payload_;
};

}  // namespace

extern constinit const Twins allgather_twins =
    twins<Allgather>("iallgather", in_place_too(moving("allgather", rootless, blocks, all_in)));

}  // namespace fabricmap::collective_test
