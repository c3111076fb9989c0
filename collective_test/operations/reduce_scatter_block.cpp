// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/table.hpp"

namespace fabricmap::collective_test {
namespace {

class ReduceScatterBlock final : public ReduceScatteringCall {
  public:
    using ReduceScatteringCall::ReduceScatteringCall;

  private:
    void call(const Buffers& buffers, MPI_Request* request) override {
        call_either(request, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, buffers.out, buffers.in,
                    doubles(), MPI_DOUBLE, MPI_SUM, comm());
    }
};

}  // namespace

std::unique_ptr<Call> make_reduce_scatter_block(const CallShape& shape, Twin twin) {
    return make_twin<ReduceScatterBlock>(shape, twin);
}

}  // namespace fabricmap::collective_test
