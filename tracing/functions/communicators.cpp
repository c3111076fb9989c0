// SPDX-License-Identifier: Apache-2.0
#include "tracing/functions/functions.hpp"

#include <array>

namespace fabricmap::tracing {
namespace {

/// All members of the communicator make one: who comes early waits.
constexpr std::string_view creation = "creation";
constexpr std::string_view made = "call.makes(comm, *newcomm);";
constexpr std::string_view spawned = "call.meets(comm, *newcomm, LinkKind::spawns, own_infos.token());";

constexpr std::array communicator_table{
    FunctionInfo{"MPI_Comm_dup", CallKind::collective, creation, "MPI_Comm comm, MPI_Comm* newcomm", "",
                 made},
    FunctionInfo{"MPI_Comm_dup_with_info", CallKind::collective, creation,
                 "MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm", "", made},
    FunctionInfo{"MPI_Comm_idup", CallKind::other, "",
                 "MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request", "",
                 "call.will_make(comm, newcomm, *request);"},
    FunctionInfo{"MPI_Comm_split", CallKind::collective, creation,
                 "MPI_Comm comm, int color, int key, MPI_Comm* newcomm", "", made},
    FunctionInfo{"MPI_Comm_split_type", CallKind::collective, creation,
                 "MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm", "", made},
    FunctionInfo{"MPI_Comm_create", CallKind::collective, creation,
                 "MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm", "", made},
    FunctionInfo{"MPI_Comm_create_group", CallKind::other, "",
                 "MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm", "",
                 "call.makes_of_group(comm, tag, *newcomm);"},
    FunctionInfo{"MPI_Intercomm_create", CallKind::other, "",
                 "MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm, int remote_leader, int tag, "
                 "MPI_Comm* newintercomm",
                 "", "call.makes_of_group(MPI_COMM_NULL, tag, *newintercomm);"},
    FunctionInfo{"MPI_Intercomm_merge", CallKind::collective, creation,
                 "MPI_Comm comm, int high, MPI_Comm* newcomm", "", made},
    FunctionInfo{
        "MPI_Cart_create", CallKind::collective, creation,
        "MPI_Comm comm, int ndims, const int* dims, const int* periods, int reorder, MPI_Comm* newcomm", "",
        made},
    FunctionInfo{"MPI_Cart_sub", CallKind::collective, creation,
                 "MPI_Comm comm, const int* remain_dims, MPI_Comm* newcomm", "", made},
    FunctionInfo{
        "MPI_Graph_create", CallKind::collective, creation,
        "MPI_Comm comm, int nnodes, const int* index, const int* edges, int reorder, MPI_Comm* newcomm", "",
        made},
    FunctionInfo{"MPI_Dist_graph_create", CallKind::collective, creation,
                 "MPI_Comm comm, int n, const int* nodes, const int* degrees, const int* targets, const int* "
                 "weights, MPI_Info info, int reorder, MPI_Comm* newcomm",
                 "", made},
    FunctionInfo{
        "MPI_Dist_graph_create_adjacent", CallKind::collective, creation,
        "MPI_Comm comm, int indegree, const int* sources, const int* sourceweights, int outdegree, const "
        "int* destinations, const int* destweights, MPI_Info info, int reorder, MPI_Comm* newcomm",
        "", made},
    FunctionInfo{"MPI_Comm_accept", CallKind::other, "",
                 "const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm", "",
                 "call.meets_at_port(comm, root, *newcomm, LinkKind::accepts, port_name);", 0},
    FunctionInfo{"MPI_Comm_connect", CallKind::other, "",
                 "const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm", "",
                 "call.meets_at_port(comm, root, *newcomm, LinkKind::connects, port_name);", 0},
    FunctionInfo{"MPI_Comm_spawn", CallKind::other, "",
                 "const char* command, char** argv, int maxprocs, MPI_Info info, int root, MPI_Comm comm, "
                 "MPI_Comm* newcomm, int* errcodes",
                 "const SpawnInfos own_infos(1, &info, root, comm); info = own_infos.first();", spawned, 0},
    FunctionInfo{
        "MPI_Comm_spawn_multiple", CallKind::other, "",
        "int count, char** commands, char*** argvs, const int* maxprocs, const MPI_Info* infos, int root, "
        "MPI_Comm comm, MPI_Comm* newcomm, int* errcodes",
        "const SpawnInfos own_infos(count, infos, root, comm); infos = own_infos.all();", spawned, 0},
    FunctionInfo{"MPI_Comm_join", CallKind::other, "", "int fd, MPI_Comm* newcomm", "",
                 "call.makes_of_group(MPI_COMM_NULL, 0, *newcomm);"},
    FunctionInfo{"MPI_Comm_set_info", CallKind::other, "", "MPI_Comm comm, MPI_Info info", "",
                 "call.on(comm);"},
    FunctionInfo{"MPI_Comm_free", CallKind::other, "", "MPI_Comm* comm", "call.forgets(*comm);", ""},
    FunctionInfo{"MPI_Comm_disconnect", CallKind::other, "", "MPI_Comm* comm", "call.forgets(*comm);", ""},
};

}  // namespace

std::span<const FunctionInfo> communicator_functions() noexcept {
    return communicator_table;
}

}  // namespace fabricmap::tracing
