// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"

namespace fabricmap::collective_test {
namespace {

class Exscan final : public SummingCall {
  public:
    Exscan(const CallShape& shape, Twin twin) : SummingCall(shape, twin, 1, {.end = rank_in(shape)}) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Exscan, MPI_Iexscan, persistent::exscan, out(buffers), buffers.in, elements(),
                 type(), reduction(), comm());
    }
};

}  // namespace

extern constinit const Twins exscan_twins =
    twins<Exscan>("iexscan", in_place_too(summing("exscan", rootless, one, one_each, sum_limit)));

}  // namespace fabricmap::collective_test
