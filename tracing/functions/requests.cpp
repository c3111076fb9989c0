// SPDX-License-Identifier: Apache-2.0
#include "tracing/functions/functions.hpp"

#include <array>

namespace fabricmap::tracing {
namespace {

constexpr auto completion = CallKind::completion;

constexpr std::string_view await_one =
    "MPI_Status own_status; status = given_or(status, &own_status); call.awaits(1, request);";
constexpr std::string_view await_all =
    "call.awaits(count, requests); statuses = call.given_or_own(statuses, count);";
constexpr std::string_view await_any =
    "MPI_Status own_status; status = given_or(status, &own_status); call.awaits(count, requests);";
constexpr std::string_view await_some =
    "call.awaits(incount, requests); statuses = call.given_or_own(statuses, incount);";

constexpr std::array request_table{
    FunctionInfo{"MPI_Wait", completion, "", "MPI_Request* request, MPI_Status* status", await_one,
                 "call.completes(0, *status);"},
    FunctionInfo{"MPI_Waitall", completion, "", "int count, MPI_Request* requests, MPI_Status* statuses",
                 await_all, "call.completes_all(count, statuses);"},
    FunctionInfo{"MPI_Waitany", completion, "",
                 "int count, MPI_Request* requests, int* index, MPI_Status* status", await_any,
                 "if (*index != MPI_UNDEFINED) call.completes(*index, *status);"},
    FunctionInfo{"MPI_Waitsome", completion, "",
                 "int incount, MPI_Request* requests, int* outcount, int* indices, MPI_Status* statuses",
                 await_some, "call.completes_some(*outcount, indices, statuses);"},
    FunctionInfo{"MPI_Test", completion, "", "MPI_Request* request, int* flag, MPI_Status* status", await_one,
                 "if (call.polled(*flag)) call.completes(0, *status);"},
    FunctionInfo{"MPI_Testall", completion, "",
                 "int count, MPI_Request* requests, int* flag, MPI_Status* statuses", await_all,
                 "if (call.polled(*flag)) call.completes_all(count, statuses);"},
    FunctionInfo{"MPI_Testany", completion, "",
                 "int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status", await_any,
                 "if (call.polled(*flag) && *index != MPI_UNDEFINED) call.completes(*index, *status);"},
    FunctionInfo{"MPI_Testsome", completion, "",
                 "int incount, MPI_Request* requests, int* outcount, int* indices, MPI_Status* statuses",
                 await_some,
                 "if (call.polled(*outcount)) call.completes_some(*outcount, indices, statuses);"},
    FunctionInfo{"MPI_Request_get_status", completion, "",
                 "MPI_Request request, int* flag, MPI_Status* status", "", "call.polled(*flag);"},
    FunctionInfo{"MPI_Start", completion, "non-blocking", "MPI_Request* request", "",
                 "call.starts_prepared(1, request);"},
    FunctionInfo{"MPI_Startall", completion, "non-blocking", "int count, MPI_Request* requests", "",
                 "call.starts_prepared(count, requests);"},
    FunctionInfo{"MPI_Grequest_start", completion, "",
                 "MPI_Grequest_query_function* query, MPI_Grequest_free_function* release, "
                 "MPI_Grequest_cancel_function* cancel, void* state, MPI_Request* request",
                 "", ""},
    FunctionInfo{"MPI_Grequest_complete", completion, "", "MPI_Request request", "", ""},
    // Waits until what it holds has been sent.
    FunctionInfo{"MPI_Buffer_attach", completion, "", "void* buffer, int size", "", ""},
    FunctionInfo{"MPI_Buffer_detach", completion, "", "void* buffer, int* size", "", ""},
    FunctionInfo{"MPI_Cancel", completion, "", "MPI_Request* request", "", "call.cancels();"},
    FunctionInfo{"MPI_Request_free", completion, "", "MPI_Request* request", "call.awaits(1, request);",
                 "call.frees();"},
};

}  // namespace

std::span<const FunctionInfo> request_functions() noexcept {
    return request_table;
}

}  // namespace fabricmap::tracing
