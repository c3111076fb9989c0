// SPDX-License-Identifier: Apache-2.0
// An allreduce of doubles that takes two milliseconds whose work FABRICMAP_WORK_OF_CALL places:
//   start   in the call that starts it
//   wait    in the call that waits for it: nothing goes on meanwhile
//   test    in the first test for its end, or in the wait: total = work + call
//   half    half of it beside the work, half of it in the wait
//   timer   beside both: it is over so long after its start, whatever the rank does
// Other tests for its end find nothing.
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
    if (work_is("test")) {
        open_calls().erase(*request);
        spin_for(work);
    }
    *done = 0;
    return MPI_SUCCESS;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
    const auto found = open_calls().find(*request);
    if (found != open_calls().end()) {
        const auto beside = work_is("half") ? work / 2 : work;
        const Time::time_point end = found->second + beside;
        open_calls().erase(found);
        if (work_is("wait") || work_is("test")) spin_for(work);
        while ((work_is("timer") || work_is("half")) && Time::now() < end) sched_yield();
        if (work_is("half")) spin_for(work - beside);
    }
    return PMPI_Wait(request, status);
}

}  // extern "C"
