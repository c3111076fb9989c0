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
};

}  // namespace

std::span<const FunctionInfo> lifetime_functions() noexcept {
    return lifetime_table;
}

}  // namespace fabricmap::tracing
