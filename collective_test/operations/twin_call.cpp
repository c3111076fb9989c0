// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/twin_call.hpp"

namespace fabricmap::collective_test {

TwinCall::TwinCall(const CallShape& shape, Twin twin)
    : comm_(shape.comm), root_(shape.root), length_(shape.message_length), twin_(twin) {
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
}

void TwinCall::run(const Buffers& buffers) {
    if (twin_ == Twin::blocking) {
        call(buffers, nullptr);
        return;
    }
    MPI_Request request = MPI_REQUEST_NULL;
    call(buffers, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void TwinCall::start(const Buffers& buffers, MPI_Request& request) {
    request = MPI_REQUEST_NULL;
    call(buffers, twin_ == Twin::non_blocking ? &request : nullptr);
}

}  // namespace fabricmap::collective_test
