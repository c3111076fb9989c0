// SPDX-License-Identifier: Apache-2.0
#include "tracing/functions/functions.hpp"

#include <array>
#include <string>
#include <utility>

namespace fabricmap::tracing {
namespace {

constexpr std::string_view to_one = "all-to-one";
constexpr std::string_view from_one = "one-to-all";
constexpr std::string_view to_all = "all-to-all";
constexpr std::string_view barrier = "barrier";

// What the process contributes; in place it lies where it would be received.
constexpr std::string_view block =
    "call.collective(comm, no_root, sent_bytes(sendbuf, sendcount, sendtype, recvcount, recvtype));";
constexpr std::string_view block_to_root =
    "call.collective(comm, root, sent_bytes(sendbuf, sendcount, sendtype, recvcount, recvtype));";
constexpr std::string_view block_to_all_v =
    "call.collective(comm, no_root, sendbuf == MPI_IN_PLACE ? in_place_bytes(comm, recvcounts, recvtype) : "
    "bytes_of(sendcount, sendtype));";
constexpr std::string_view block_to_each =
    "call.exchanges(comm, sent_bytes(sendbuf, sendcount, sendtype, recvcount, recvtype));";
constexpr std::string_view block_from_root =
    "call.scatters(comm, root, bytes_of(sendcount, sendtype), received_bytes(recvbuf, recvcount, recvtype, "
    "sendcount, "
    "sendtype));";
constexpr std::string_view block_from_root_v =
    "call.scatters_v(comm, root, sendcounts, sendtype, recvbuf == MPI_IN_PLACE ? 0 : bytes_of(recvcount, "
    "recvtype));";
constexpr std::string_view values = "call.collective(comm, no_root, bytes_of(count, datatype));";
constexpr std::string_view values_root = "call.collective(comm, root, bytes_of(count, datatype));";
constexpr std::string_view values_from_root = "call.broadcasts(comm, root, bytes_of(count, datatype));";
constexpr std::string_view to_each =
    "call.collective_v(comm, sendbuf == MPI_IN_PLACE ? recvcounts : sendcounts, sendbuf == MPI_IN_PLACE ? "
    "recvtype : sendtype);";
constexpr std::string_view to_each_w =
    "call.collective_w(comm, sendbuf == MPI_IN_PLACE ? recvcounts : sendcounts, sendbuf == MPI_IN_PLACE ? "
    "recvtypes : sendtypes);";
constexpr std::string_view no_bytes = "call.collective(comm, no_root, 0);";
constexpr std::string_view scattered =
    "call.collective(comm, no_root, total_bytes(comm, recvcounts, datatype));";
constexpr std::string_view scattered_block =
    "call.collective(comm, no_root, total_bytes(comm, recvcount, datatype));";
constexpr std::string_view neighbour_block = "call.to_neighbours(comm, bytes_of(sendcount, sendtype));";
constexpr std::string_view neighbour_v = "call.to_neighbours_v(comm, sendcounts, sendtype);";
constexpr std::string_view neighbour_w = "call.to_neighbours_w(comm, sendcounts, sendtypes);";

// Each has a non-blocking form with a request after these parameters, and a persistent one.
constexpr std::array blocking_forms{
    FunctionInfo{"MPI_Barrier", CallKind::collective, barrier, "MPI_Comm comm", "", no_bytes},
    FunctionInfo{"MPI_Bcast", CallKind::collective, from_one,
                 "void* buf, int count, MPI_Datatype datatype, int root, MPI_Comm comm", "",
                 values_from_root},
    FunctionInfo{"MPI_Gather", CallKind::collective, to_one,
                 "const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, "
                 "MPI_Datatype recvtype, int root, MPI_Comm comm",
                 "", block_to_root},
    FunctionInfo{
        "MPI_Gatherv", CallKind::collective, to_one,
        "const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, "
        "const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm",
        "",
        "call.collective(comm, root, sendbuf == MPI_IN_PLACE ? in_place_bytes(comm, recvcounts, recvtype) "
        ": bytes_of(sendcount, sendtype));"},
    FunctionInfo{"MPI_Scatter", CallKind::collective, from_one,
                 "const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, "
                 "MPI_Datatype recvtype, int root, MPI_Comm comm",
                 "", block_from_root},
    FunctionInfo{
        "MPI_Scatterv", CallKind::collective, from_one,
        "const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype, void* "
        "recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm",
        "", block_from_root_v},
    FunctionInfo{"MPI_Allgather", CallKind::collective, to_all,
                 "const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, "
                 "MPI_Datatype recvtype, MPI_Comm comm",
                 "", block},
    FunctionInfo{
        "MPI_Allgatherv", CallKind::collective, to_all,
        "const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, "
        "const int* displs, MPI_Datatype recvtype, MPI_Comm comm",
        "", block_to_all_v},
    FunctionInfo{"MPI_Alltoall", CallKind::collective, to_all,
                 "const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, "
                 "MPI_Datatype recvtype, MPI_Comm comm",
                 "", block_to_each},
    FunctionInfo{
        "MPI_Alltoallv", CallKind::collective, to_all,
        "const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype, void* "
        "recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm",
        "", to_each},
    FunctionInfo{
        "MPI_Alltoallw", CallKind::collective, to_all,
        "const void* sendbuf, const int* sendcounts, const int* sdispls, const MPI_Datatype* sendtypes, "
        "void* recvbuf, const int* recvcounts, const int* rdispls, const MPI_Datatype* recvtypes, "
        "MPI_Comm comm",
        "", to_each_w},
    FunctionInfo{"MPI_Reduce", CallKind::collective, to_one,
                 "const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, "
                 "MPI_Comm comm",
                 "", values_root},
    FunctionInfo{
        "MPI_Allreduce", CallKind::collective, to_all,
        "const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm", "",
        values},
    FunctionInfo{
        "MPI_Reduce_scatter", CallKind::collective, to_all,
        "const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype datatype, MPI_Op op, "
        "MPI_Comm comm",
        "", scattered},
    FunctionInfo{"MPI_Reduce_scatter_block", CallKind::collective, to_all,
                 "const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, "
                 "MPI_Comm comm",
                 "", scattered_block},
    FunctionInfo{
        "MPI_Scan", CallKind::collective, to_all,
        "const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm", "",
        values},
    FunctionInfo{
        "MPI_Exscan", CallKind::collective, to_all,
        "const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm", "",
        values},
    FunctionInfo{"MPI_Neighbor_allgather", CallKind::collective, to_all,
                 "const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, "
                 "MPI_Datatype recvtype, MPI_Comm comm",
                 "", neighbour_block},
    FunctionInfo{
        "MPI_Neighbor_allgatherv", CallKind::collective, to_all,
        "const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, "
        "const int* displs, MPI_Datatype recvtype, MPI_Comm comm",
        "", neighbour_block},
    FunctionInfo{"MPI_Neighbor_alltoall", CallKind::collective, to_all,
                 "const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, "
                 "MPI_Datatype recvtype, MPI_Comm comm",
                 "", neighbour_block},
    FunctionInfo{
        "MPI_Neighbor_alltoallv", CallKind::collective, to_all,
        "const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype, void* "
        "recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm",
        "", neighbour_v},
    FunctionInfo{
        "MPI_Neighbor_alltoallw", CallKind::collective, to_all,
        "const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls, const MPI_Datatype* "
        "sendtypes, void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls, const MPI_Datatype* "
        "recvtypes, MPI_Comm comm",
        "", neighbour_w},
};

/// Texts of another form, which live as long as the program.
struct FormTexts {
    std::string name;
    std::string parameters;
    std::string after;
};

FormTexts non_blocking_form(const FunctionInfo& form) {
    std::string name(form.name);
    // MPI_Barrier becomes MPI_Ibarrier.
    name[4] = static_cast<char>(name[4] - 'A' + 'a');
    name.insert(4, "I");
    return {std::move(name), std::string(form.parameters) + ", MPI_Request* request",
            std::string(form.after) + " call.starts(*request);"};
}

/// MPI_Barrier becomes MPIX_Barrier_init, as Open MPI 4 has it.
FormTexts persistent_form(const FunctionInfo& form) {
    return {"MPIX" + std::string(form.name.substr(3)) + "_init",
            std::string(form.parameters) + ", MPI_Info info, MPI_Request* request",
            std::string(form.after) + " call.prepares_collective(comm, *request);"};
}

std::vector<FormTexts> texts_of(FormTexts (*form_of)(const FunctionInfo&)) {
    std::vector<FormTexts> made;
    made.reserve(blocking_forms.size());
    for (const FunctionInfo& form : blocking_forms) made.push_back(form_of(form));
    return made;
}

std::vector<FunctionInfo> all_forms() {
    static const std::vector<FormTexts> non_blocking = texts_of(non_blocking_form);
    static const std::vector<FormTexts> persistent = texts_of(persistent_form);
    std::vector<FunctionInfo> forms(blocking_forms.begin(), blocking_forms.end());
    for (const auto& [kind, texts] :
         {std::pair(CallKind::collective, &non_blocking), std::pair(CallKind::persistent, &persistent)}) {
        for (std::size_t number = 0; number < texts->size(); ++number) {
            FunctionInfo form = blocking_forms.at(number);
            form.kind = kind;
            form.name = (*texts)[number].name;
            form.parameters = (*texts)[number].parameters;
            form.after = (*texts)[number].after;
            forms.push_back(form);
        }
    }
    return forms;
}

}  // namespace

std::span<const FunctionInfo> collective_functions() {
    static const std::vector<FunctionInfo> forms = all_forms();
    return forms;
}

}  // namespace fabricmap::tracing
