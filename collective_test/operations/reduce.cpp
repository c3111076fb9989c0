// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"

namespace fabricmap::collective_test {
namespace {

class Reduce final : public SummingCall {
  public:
    Reduce(const CallShape& shape, Twin twin)
        : SummingCall(shape, twin, 1,
                      {.end = rank_in(shape) == shape.root ? ranks_in(shape) : 0, .in_place_at_root = true}) {
    }

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Reduce, MPI_Ireduce, persistent::reduce, out(buffers), buffers.in, elements(),
                 type(), reduction(), root(), comm());
    }
};

}  // namespace

extern constinit const Twins reduce_twins =
    twins<Reduce>("ireduce", in_place_too(summing("reduce", rooted, one, one_at_root, sum_limit)));

}  // namespace fabricmap::collective_test
