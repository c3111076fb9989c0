// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"
#include "measuring/mpi/payload.hpp"

namespace fabricmap::collective_test {
namespace {

class Scatter final : public ScatteringCall {
  public:
    Scatter(const CallShape& shape, Twin twin) : ScatteringCall(shape, twin), payload_(length()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Scatter, MPI_Iscatter, persistent::scatter, buffers.out, payload_.count(),
                 payload_.type(), buffers.in, payload_.count(), payload_.type(), root(), comm());
    }

    Payload payload_;
};

}  // namespace

extern constinit const Twins scatter_twins =
    twins<Scatter>("iscatter", moving("scatter", rooted, blocks, out_of_root));

}  // namespace fabricmap::collective_test
