// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/table.hpp"

namespace fabricmap::collective_test {
namespace {

class Scan final : public SummingCall {
  public:
    Scan(const CallShape& shape, Twin twin) : SummingCall(shape, twin, 1, {.end = rank_in(shape) + 1}) {}

  private:
    void call(const Buffers& buffers, MPI_Request* request) override {
        call_either(request, MPI_Scan, MPI_Iscan, buffers.out, buffers.in, doubles(), MPI_DOUBLE, MPI_SUM,
                    comm());
    }
};

}  // namespace

std::unique_ptr<Call> make_scan(const CallShape& shape, Twin twin) {
    return make_twin<Scan>(shape, twin);
}

}  // namespace fabricmap::collective_test
