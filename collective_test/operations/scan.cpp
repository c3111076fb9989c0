// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"

namespace fabricmap::collective_test {
namespace {

class Scan final : public SummingCall {
  public:
    Scan(const CallShape& shape, Twin twin) : SummingCall(shape, twin, 1, {.end = rank_in(shape) + 1}) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Scan, MPI_Iscan, persistent::scan, out(buffers), buffers.in, elements(), type(),
                 reduction(), comm());
    }
};

}  // namespace

extern constinit const Twins scan_twins =
    twins<Scan>("iscan", in_place_too(summing("scan", rootless, one, one_each, sum_limit)));

}  // namespace fabricmap::collective_test
