// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"

#include <vector>

namespace fabricmap::collective_test {
namespace {

class ReduceScatter final : public ReduceScatteringCall {
  public:
    ReduceScatter(const CallShape& shape, Twin twin)
        : ReduceScatteringCall(shape, twin), counts_(static_cast<std::size_t>(size()), elements()) {}

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Reduce_scatter, MPI_Ireduce_scatter, persistent::reduce_scatter, out(buffers),
                 buffers.in, counts_.data(), type(), reduction(), comm());
    }

    std::vector<int> counts_;
};

}  // namespace

extern constinit const Twins reduce_scatter_twins = twins<ReduceScatter>(
    "ireduce_scatter", summing("reduce_scatter", rootless, blocks, all_out, block_sum_limit));

}  // namespace fabricmap::collective_test
