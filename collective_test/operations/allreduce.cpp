// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"

namespace fabricmap::collective_test {
namespace {

class Allreduce final : public SummingCall {
  public:
    Allreduce(const CallShape& shape, Twin twin) : SummingCall(shape, twin, 1, {.end = ranks_in(shape)}) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Allreduce, MPI_Iallreduce, persistent::allreduce, out(buffers), buffers.in,
                 elements(), type(), reduction(), comm());
    }
};

}  // namespace

extern constinit const Twins allreduce_twins =
    twins<Allreduce>("iallreduce", in_place_too(summing("allreduce", rootless, one, one_each, sum_limit)));

}  // namespace fabricmap::collective_test
