// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"
#include "measuring/mpi/payload.hpp"

namespace fabricmap::collective_test {
namespace {

class Alltoall final : public ExchangingCall {
  public:
    Alltoall(const CallShape& shape, Twin twin) : ExchangingCall(shape, twin), payload_(length()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Alltoall, MPI_Ialltoall, persistent::alltoall, out(buffers), payload_.count(),
                 payload_.type(), buffers.in, payload_.count(), payload_.type(), comm());
    }

    Payload payload_;
};

}  // namespace

extern constinit const Twins alltoall_twins =
    twins<Alltoall>("ialltoall", in_place_too(moving("alltoall", rootless, blocks_of_blocks, all_both)));

}  // namespace fabricmap::collective_test
