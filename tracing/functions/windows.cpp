// SPDX-License-Identifier: Apache-2.0
#include "tracing/functions/functions.hpp"

#include <array>
#include <string>

namespace fabricmap::tracing {
namespace {

constexpr auto one_sided = CallKind::one_sided;
constexpr auto sync = CallKind::window_sync;
constexpr std::string_view allocation = "allocation";

constexpr std::string_view origin_target =
    "int origin_count, MPI_Datatype origin_type, int target, MPI_Aint target_disp, int target_count, "
    "MPI_Datatype target_type";
constexpr std::string_view access = "call.accesses(win, target, bytes_of(origin_count, origin_type));";
constexpr std::string_view access_result = "call.accesses(win, target, bytes_of(target_count, target_type));";
constexpr std::string_view access_one = "call.accesses(win, target, bytes_of(1, datatype));";
constexpr std::string_view access_request =
    "call.accesses(win, target, bytes_of(origin_count, origin_type)); call.starts(*request);";
constexpr std::string_view access_result_request =
    "call.accesses(win, target, bytes_of(target_count, target_type)); call.starts(*request);";

constexpr std::array window_table{
    FunctionInfo{"MPI_Win_create", CallKind::collective, allocation,
                 "void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win", "",
                 "call.makes_window(comm, *win, size);"},
    FunctionInfo{"MPI_Win_allocate", CallKind::collective, allocation,
                 "MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win",
                 "", "call.makes_window(comm, *win, size);"},
    FunctionInfo{"MPI_Win_allocate_shared", CallKind::collective, allocation,
                 "MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win",
                 "", "call.makes_window(comm, *win, size);"},
    FunctionInfo{"MPI_Win_create_dynamic", CallKind::collective, allocation,
                 "MPI_Info info, MPI_Comm comm, MPI_Win* win", "", "call.makes_window(comm, *win, 0);"},
    FunctionInfo{"MPI_Win_attach", CallKind::other, "", "MPI_Win win, void* base, MPI_Aint size", "",
                 "call.on(win);"},
    FunctionInfo{"MPI_Win_detach", CallKind::other, "", "MPI_Win win, const void* base", "", "call.on(win);"},
    FunctionInfo{"MPI_Win_set_info", CallKind::other, "", "MPI_Win win, MPI_Info info", "", "call.on(win);"},
    FunctionInfo{"MPI_Win_shared_query", CallKind::other, "",
                 "MPI_Win win, int rank, MPI_Aint* size, int* disp_unit, void* baseptr", "", "call.on(win);"},
    FunctionInfo{"MPI_Win_free", CallKind::collective, allocation, "MPI_Win* win", "call.forgets(*win);", ""},
    FunctionInfo{"MPI_Alloc_mem", CallKind::other, "", "MPI_Aint size, MPI_Info info, void* baseptr", "", ""},
    FunctionInfo{"MPI_Free_mem", CallKind::other, "", "void* base", "", ""},
    FunctionInfo{"MPI_Win_fence", CallKind::collective, "fence", "int assert, MPI_Win win", "",
                 "call.fences(win);"},
    FunctionInfo{"MPI_Win_start", sync, "", "MPI_Group group, int assert, MPI_Win win", "",
                 "call.on_group(win, group);"},
    FunctionInfo{"MPI_Win_complete", sync, "", "MPI_Win win", "", "call.on(win);"},
    FunctionInfo{"MPI_Win_post", sync, "", "MPI_Group group, int assert, MPI_Win win", "",
                 "call.on_group(win, group);"},
    FunctionInfo{"MPI_Win_wait", sync, "", "MPI_Win win", "", "call.on(win);"},
    FunctionInfo{"MPI_Win_test", sync, "", "MPI_Win win, int* flag", "",
                 "if (call.polled(*flag)) call.on(win);"},
    FunctionInfo{"MPI_Win_lock", sync, "", "int lock_type, int rank, int assert, MPI_Win win", "",
                 "call.locks(win, rank, lock_type == MPI_LOCK_EXCLUSIVE);"},
    FunctionInfo{"MPI_Win_unlock", sync, "", "int rank, MPI_Win win", "", "call.accesses(win, rank, 0);"},
    FunctionInfo{"MPI_Win_lock_all", sync, "", "int assert, MPI_Win win", "", "call.on(win);"},
    FunctionInfo{"MPI_Win_unlock_all", sync, "", "MPI_Win win", "", "call.on(win);"},
    FunctionInfo{"MPI_Win_flush", sync, "", "int rank, MPI_Win win", "", "call.accesses(win, rank, 0);"},
    FunctionInfo{"MPI_Win_flush_all", sync, "", "MPI_Win win", "", "call.on(win);"},
    FunctionInfo{"MPI_Win_flush_local", sync, "", "int rank, MPI_Win win", "",
                 "call.accesses(win, rank, 0);"},
    FunctionInfo{"MPI_Win_flush_local_all", sync, "", "MPI_Win win", "", "call.on(win);"},
    FunctionInfo{"MPI_Win_sync", sync, "", "MPI_Win win", "", "call.on(win);"},
};

/// The functions that access a window, whose parameters are put together.
std::vector<FunctionInfo> all_of_windows() {
    static const std::string to = std::string("const void* origin, ") + std::string(origin_target);
    static const std::string from = std::string("void* origin, ") + std::string(origin_target);
    static const std::string put = to + ", MPI_Win win";
    static const std::string get = from + ", MPI_Win win";
    static const std::string accumulate = to + ", MPI_Op op, MPI_Win win";
    static const std::string get_accumulate =
        "const void* origin, int origin_count, MPI_Datatype origin_type, void* result, int result_count, "
        "MPI_Datatype result_type, int target, MPI_Aint target_disp, int target_count, MPI_Datatype "
        "target_type, MPI_Op op, MPI_Win win";
    static const std::string request = ", MPI_Request* request";
    static const std::string rput = put + request;
    static const std::string rget = get + request;
    static const std::string raccumulate = accumulate + request;
    static const std::string rget_accumulate = get_accumulate + request;
    std::vector<FunctionInfo> all(window_table.begin(), window_table.end());
    all.insert(
        all.end(),
        {{"MPI_Put", one_sided, "put", put, "", access},
         {"MPI_Get", one_sided, "get", get, "", access},
         {"MPI_Accumulate", one_sided, "atomic", accumulate, "", access},
         {"MPI_Get_accumulate", one_sided, "atomic", get_accumulate, "", access_result},
         {"MPI_Fetch_and_op", one_sided, "atomic",
          "const void* origin, void* result, MPI_Datatype datatype, int target, MPI_Aint target_disp, MPI_Op "
          "op, MPI_Win win",
          "", access_one},
         {"MPI_Compare_and_swap", one_sided, "atomic",
          "const void* origin, const void* compare, void* result, MPI_Datatype datatype, int target, "
          "MPI_Aint "
          "target_disp, MPI_Win win",
          "", access_one},
         {"MPI_Rput", one_sided, "put", rput, "", access_request},
         {"MPI_Rget", one_sided, "get", rget, "", access_request},
         {"MPI_Raccumulate", one_sided, "atomic", raccumulate, "", access_request},
         {"MPI_Rget_accumulate", one_sided, "atomic", rget_accumulate, "", access_result_request}});
    return all;
}

}  // namespace

std::span<const FunctionInfo> window_functions() {
    static const std::vector<FunctionInfo> all = all_of_windows();
    return all;
}

}  // namespace fabricmap::tracing
