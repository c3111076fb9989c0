// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"
#include "measuring/mpi/payload.hpp"

namespace fabricmap::collective_test {
namespace {

class Gather final : public GatheringCall {
  public:
    Gather(const CallShape& shape, Twin twin)
        : GatheringCall(shape, twin, Receivers::root), payload_(length()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Gather, MPI_Igather, persistent::gather, out(buffers), payload_.count(),
                 payload_.type(), buffers.in, payload_.count(), payload_.type(), root(), comm());
    }

    Payload payload_;
};

}  // namespace

extern constinit const Twins gather_twins =
    twins<Gather>("igather", in_place_too(moving("gather", rooted, blocks, in_at_root)));

}  // namespace fabricmap::collective_test
