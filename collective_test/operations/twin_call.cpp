// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/twin_call.hpp"

namespace fabricmap::collective_test {

TwinCall::TwinCall(const CallShape& shape, Twin twin)
    : comm_(shape.comm),
      root_(shape.root),
      length_(shape.message_length),
      twin_(twin),
      is_persistent_(shape.variation.persistent) {
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
}

TwinCall::~TwinCall() {
    for (Persistent& each : persistent_) MPI_Request_free(&each.request);
}

void TwinCall::run(const Buffers& buffers) {
    if (twin_ == Twin::blocking) {
        call(buffers, {});
        return;
    }
    MPI_Request request = MPI_REQUEST_NULL;
    start(buffers, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void TwinCall::start(const Buffers& buffers, MPI_Request& request) {
    request = MPI_REQUEST_NULL;
    if (is_persistent_) {
        request = persistent_on(buffers);
        MPI_Start(&request);
        return;
    }
    call(buffers, {twin_ == Twin::non_blocking ? &request : nullptr});
}

MPI_Request TwinCall::persistent_on(const Buffers& buffers) {
    for (const Persistent& each : persistent_) {
        if (each.buffers.out == buffers.out && each.buffers.in == buffers.in) return each.request;
    }
    Persistent& made = persistent_.emplace_back();
    made.buffers = buffers;
    call(buffers, {&made.request, true});
    return made.request;
}

}  // namespace fabricmap::collective_test
