// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/table.hpp"

#include <vector>

namespace fabricmap::collective_test {
namespace {

class ReduceScatter final : public ReduceScatteringCall {
  public:
    ReduceScatter(const CallShape& shape, Twin twin)
        : ReduceScatteringCall(shape, twin), counts_(static_cast<std::size_t>(size()), doubles()) {}

  private:
    void call(const Buffers& buffers, MPI_Request* request) override {
        call_either(request, MPI_Reduce_scatter, MPI_Ireduce_scatter, buffers.out, buffers.in, counts_.data(),
                    MPI_DOUBLE, MPI_SUM, comm());
    }

    std::vector<int> counts_;
};

}  // namespace

std::unique_ptr<Call> make_reduce_scatter(const CallShape& shape, Twin twin) {
    return make_twin<ReduceScatter>(shape, twin);
}

}  // namespace fabricmap::collective_test
