// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"

namespace fabricmap::collective_test {
namespace {

class ReduceScatterBlock final : public ReduceScatteringCall {
  public:
    using ReduceScatteringCall::ReduceScatteringCall;

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, persistent::reduce_scatter_block,
                 out(buffers), buffers.in, elements(), type(), reduction(), comm());
    }
};

}  // namespace

extern constinit const Twins reduce_scatter_block_twins = twins<ReduceScatterBlock>(
    "ireduce_scatter_block", summing("reduce_scatter_block", rootless, blocks, all_out, block_sum_limit));

}  // namespace fabricmap::collective_test
