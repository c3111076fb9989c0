// SPDX-License-Identifier: Apache-2.0
#include "tracing/functions/functions.hpp"

#include <array>

namespace fabricmap::tracing {
namespace {

constexpr auto message = CallKind::message;
constexpr std::string_view blocking = "blocking";
constexpr std::string_view possibly = "possibly-blocking";
constexpr std::string_view non_blocking = "non-blocking";

constexpr std::string_view send_parameters =
    "const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm";
constexpr std::string_view isend_parameters =
    "const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* "
    "request";
constexpr std::string_view receive_parameters =
    "void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status";
constexpr std::string_view ireceive_parameters =
    "void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request";

constexpr std::string_view sent = "call.sends(comm, dest, tag, bytes_of(count, datatype));";
constexpr std::string_view send_started =
    "call.sends(comm, dest, tag, bytes_of(count, datatype)); call.starts(*request);";
constexpr std::string_view send_prepared =
    "call.prepares_send(*request, comm, dest, tag, bytes_of(count, datatype));";
constexpr std::string_view own_status = "MPI_Status own_status; status = given_or(status, &own_status);";

constexpr std::array message_table{
    FunctionInfo{"MPI_Send", message, possibly, send_parameters, "", sent},
    FunctionInfo{"MPI_Bsend", message, non_blocking, send_parameters, "", sent},
    FunctionInfo{"MPI_Ssend", message, blocking, send_parameters, "", sent},
    FunctionInfo{"MPI_Rsend", message, non_blocking, send_parameters, "", sent},
    FunctionInfo{"MPI_Isend", message, non_blocking, isend_parameters, "", send_started},
    FunctionInfo{"MPI_Ibsend", message, non_blocking, isend_parameters, "", send_started},
    FunctionInfo{"MPI_Issend", message, non_blocking, isend_parameters, "", send_started},
    FunctionInfo{"MPI_Irsend", message, non_blocking, isend_parameters, "", send_started},
    FunctionInfo{"MPI_Send_init", message, non_blocking, isend_parameters, "", send_prepared},
    FunctionInfo{"MPI_Bsend_init", message, non_blocking, isend_parameters, "", send_prepared},
    FunctionInfo{"MPI_Ssend_init", message, non_blocking, isend_parameters, "", send_prepared},
    FunctionInfo{"MPI_Rsend_init", message, non_blocking, isend_parameters, "", send_prepared},
    FunctionInfo{"MPI_Recv", message, blocking, receive_parameters, own_status,
                 "call.receives(comm, *status);"},
    FunctionInfo{"MPI_Irecv", message, non_blocking, ireceive_parameters, "",
                 "call.posts_receive(comm, source, tag); call.starts(*request);"},
    FunctionInfo{"MPI_Recv_init", message, non_blocking, ireceive_parameters, "",
                 "call.prepares_receive(*request, comm, source, tag);"},
    FunctionInfo{"MPI_Mprobe", CallKind::probe, "",
                 "int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status", own_status,
                 "call.matches(comm, *message, *status);"},
    FunctionInfo{"MPI_Improbe", CallKind::probe, "",
                 "int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status",
                 own_status, "if (call.polled(*flag)) call.matches(comm, *message, *status);"},
    FunctionInfo{"MPI_Mrecv", message, blocking,
                 "void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status",
                 "MPI_Status own_status; status = given_or(status, &own_status); if (message != nullptr) "
                 "call.takes(*message);",
                 "call.receives_matched(*status);"},
    FunctionInfo{"MPI_Imrecv", message, non_blocking,
                 "void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request",
                 "if (message != nullptr) call.takes(*message);",
                 "call.posts_matched(); call.starts(*request);"},
    FunctionInfo{"MPI_Probe", CallKind::probe, "", "int source, int tag, MPI_Comm comm, MPI_Status* status",
                 own_status, "call.receives(comm, *status);"},
    FunctionInfo{"MPI_Iprobe", CallKind::probe, "",
                 "int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status", own_status,
                 "if (call.polled(*flag)) call.receives(comm, *status);"},
    FunctionInfo{
        "MPI_Sendrecv", message, possibly,
        "const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, "
        "int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status",
        own_status,
        "call.sends(comm, dest, sendtag, bytes_of(sendcount, sendtype)); call.receives(comm, *status);"},
    FunctionInfo{
        "MPI_Sendrecv_replace", message, possibly,
        "void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, "
        "MPI_Comm comm, MPI_Status* status",
        own_status,
        "call.sends(comm, dest, sendtag, bytes_of(count, datatype)); call.receives(comm, *status);"},
};

}  // namespace

std::span<const FunctionInfo> message_functions() noexcept {
    return message_table;
}

}  // namespace fabricmap::tracing
