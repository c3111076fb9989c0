// SPDX-License-Identifier: Apache-2.0
// An allreduce of doubles that takes two milliseconds whose work FABRICMAP_WORK_OF_CALL places:
//   start   in the call that starts it
//   wait    in the call that waits for it: nothing goes on meanwhile
//   timer   beside both: it is over so long after its start, whatever the rank does
// Tests for its end find nothing.
#include "../../network_test/interposers/common.hpp"

#include <string_view>

namespace {

using namespace fabricmap::interposers;
using Time = std::chrono::steady_clock;

constexpr std::chrono::microseconds work(2000);

bool work_is(std::string_view where) {
    static const char* const given = std::getenv("FABRICMAP_WORK_OF_CALL");
    return given != nullptr && given == where;
}

/// Of those that are open, when they began.
std::map<MPI_Request, Time::time_point>& open_calls() {
    static std::map<MPI_Request, Time::time_point> calls;
    return calls;
}

}  // namespace

extern "C" {

int MPI_Iallreduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm,
                   MPI_Request* request) {
    const bool is_measured = type == MPI_DOUBLE && operation == MPI_SUM;
    const Time::time_point begin = Time::now();
    if (is_measured && work_is("start")) spin_for(work);
    const int answer = PMPI_Iallreduce(out, in, count, type, operation, comm, request);
    if (is_measured) open_calls()[*request] = begin;
    return answer;
}

int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
    if (!open_calls().contains(*request)) return PMPI_Test(request, done, status);
    *done = 0;
    return MPI_SUCCESS;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
    const auto found = open_calls().find(*request);
    if (found != open_calls().end()) {
        const Time::time_point end = found->second + work;
        open_calls().erase(found);
        if (work_is("wait")) spin_for(work);
        while (work_is("timer") && Time::now() < end) sched_yield();
    }
    return PMPI_Wait(request, status);
}

}  // extern "C"
