// SPDX-License-Identifier: Apache-2.0
#include "tracing/functions/functions.hpp"

#include <array>

namespace fabricmap::tracing {
namespace {

constexpr std::array lifetime_table{
    FunctionInfo{"MPI_Init", CallKind::collective, "init", "int* argc, char*** argv", "", "", 1},
    FunctionInfo{"MPI_Init_thread", CallKind::collective, "init",
                 "int* argc, char*** argv, int required, int* provided", "", "", 3},
    FunctionInfo{"MPI_Finalize", CallKind::collective, "finalize", "", "", ""},
    FunctionInfo{"MPI_Abort", CallKind::other, "", "MPI_Comm comm, int errorcode", "", ""},
    // Of Fortran alone without an error code.
    FunctionInfo{"MPI_Pcontrol", CallKind::other, "", "const int level, ...", "", "", 1},
    FunctionInfo{"shmem_init", CallKind::collective, "init", "", "", "", 0, "void"},
    FunctionInfo{"shmem_init_thread", CallKind::collective, "init", "int requested, int* provided", "", "", 0,
                 "int"},
    FunctionInfo{"start_pes", CallKind::collective, "init", "int npes", "", "", 0, "void"},
    FunctionInfo{"shmem_finalize", CallKind::collective, "finalize", "", "", "", 0, "void"},
    FunctionInfo{"shmem_global_exit", CallKind::other, "", "int status", "", "", 0, "void"},
};

}  // namespace

std::span<const FunctionInfo> lifetime_functions() noexcept {
    return lifetime_table;
}

}  // namespace fabricmap::tracing
