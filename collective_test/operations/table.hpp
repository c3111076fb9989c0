// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/operations/twin_call.hpp"

namespace fabricmap::collective_test {

// The makers, each in the file of its operation.
[[nodiscard]] std::unique_ptr<Call> make_allgather(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_allgatherv(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_allreduce(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_alltoall(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_alltoallv(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_alltoallw(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_barrier(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_bcast(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_exscan(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_gather(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_gatherv(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_reduce(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_reduce_scatter(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_reduce_scatter_block(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_scan(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_scatter(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_scatterv(const CallShape& shape, Twin twin);
[[nodiscard]] std::unique_ptr<Call> make_wait_down(const CallShape& shape);
[[nodiscard]] std::unique_ptr<Call> make_wait_null(const CallShape& shape);
[[nodiscard]] std::unique_ptr<Call> make_wait_up(const CallShape& shape);

// What they cannot do, where that is theirs alone.
[[nodiscard]] std::string_view limit_of_alltoallw(std::int64_t message_length, int ranks, bool simulated);
[[nodiscard]] std::string_view limit_of_ibarrier(std::int64_t message_length, int ranks, bool simulated);

}  // namespace fabricmap::collective_test
