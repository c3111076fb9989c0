// SPDX-License-Identifier: Apache-2.0
#include "lab/applications/table.hpp"

#include <array>

namespace fabricmap::lab {
namespace {

constexpr std::string_view entry = "entry synchronisation of a collective";
constexpr std::string_view exit = "exit synchronisation of a collective";
constexpr std::string_view at_end = "waits with pt2pt";

constexpr std::array application_table{
    Application{"late_sender", "late sender", 2, "0"},
    Application{"late_senders_waitall", "late sender at wait", 3, "0"},
    Application{"late_senders_waitany", "late sender at wait", 3, "0"},
    Application{"sendrecv", "late sender", 2, "0"},
    Application{"late_receiver", "late receiver", 2, "0"},
    Application{"late_receivers_waitall", "late receiver at wait", 3, "0"},
    Application{"late_receivers_waitany", "late receiver at wait", 3, "0"},
    Application{"wrong_order", "wrong order", 3, "0"},
    Application{"wrong_order_of_waits", "wrong order at wait", 3, "0"},
    Application{"wrong_order_of_waitany", "wrong order at wait", 4, "0"},
    Application{"lock_contention", "lock contention", 3, "1 2", 2, "rdma"},
    Application{"lock_contention", "lock contention", 3, "1 2", 2, "pt2pt", at_end},
    Application{"busy_home_of_lock", "lock contention", 2, "", 0, "rdma"},
    Application{"busy_home_of_lock", "lock contention", 2, "", 0, "pt2pt"},
    Application{"shmem_lock_contention", "lock contention", 3, "1 2", 2},
    Application{"shmem_busy_home_of_lock", "lock contention", 2, "", 0},
    Application{"late_fence", entry, 4, "0 1 2", 3},
    Application{"synchronising_broadcast", entry, 4, "0 1 2", 3, "", "waits", "MPI_Bcast"},
    Application{"synchronising_gather", entry, 4, "1 2", 2, "", "waits", "MPI_Gather"},
    Application{"shmem_synchronising_broadcast", entry, 4, "0 1 2", 3, "", "waits", "shmem_broadcast32"},
    Application{"late_fence_exit", exit, 4, "1 2 3", 3, "", "waits", "MPI_Win_fence", true},
    Application{"late_broadcast_exit", exit, 4, "1 2 3", 3, "", "waits", "MPI_Bcast", true},
    Application{"shmem_late_broadcast_exit", exit, 4, "1 2 3", 3, "", "waits", "shmem_broadcast32", true},
    Application{"late_barrier", "wait at barrier", 4, "0 1 2", 3},
    Application{"shmem_late_barrier", "wait at barrier", 4, "0 1 2", 3},
    Application{"late_barrier_exit", "barrier completion", 4, "1 2 3", 3, "", "waits", "MPI_Barrier", true},
    Application{"shmem_late_barrier_exit", "barrier completion", 4, "1 2 3", 3, "", "waits",
                "shmem_barrier_all", true},
    Application{"late_broadcast", "late broadcast", 4, "1 2 3", 3},
    Application{"late_scatter", "late broadcast", 4, "1 2 3", 3},
    Application{"shmem_late_broadcast", "late broadcast", 4, "1 2 3", 3},
    Application{"early_gather", "early gather", 4, "0"},
    Application{"early_reduction", "early gather", 4, "0"},
    Application{"early_scan", "early prefix reduction", 4, "1 2 3", 3},
    Application{"early_exscan", "early prefix reduction", 4, "1 2 3", 3},
    Application{"late_allreduce", "wait at all-to-all", 4, "0 1 2", 3},
    Application{"late_alltoall", "wait at all-to-all", 4, "0 1 2", 3},
    Application{"shmem_late_reduction", "wait at all-to-all", 4, "0 1 2", 3},
    Application{"shmem_late_collect", "wait at all-to-all", 4, "0 1 2", 3},
    Application{"late_allreduce_exit", "all-to-all completion", 4, "1 2 3", 3, "", "waits", "MPI_Allreduce",
                true},
    Application{"shmem_late_reduction_exit", "all-to-all completion", 4, "1 2 3", 3, "", "waits",
                "shmem_int_sum_to_all", true},
    Application{"shmem_late_signal", "wait for signal", 2, "0"},
    Application{"late_post", "late post", 2, "0", 1, "rdma"},
    Application{"late_post", "late post", 2, "0", 1, "pt2pt", at_end},
    Application{"early_wait", "early wait", 2, "1", 1, "rdma"},
    Application{"early_wait", "early wait", 2, "1", 1, "pt2pt"},
    Application{"late_allocation", "wait at allocation", 4, "0 1 2", 3},
    Application{"shmem_late_allocation", "wait at allocation", 4, "0 1 2", 3},
    Application{"late_start", "wait at start", 2, "0"},
    Application{"late_end", "wait at end", 2, "0"},
};

constexpr std::array improvement_table{
    Improvement{"allocation_in_loop", "allocation_before_loop", "wait at allocation", 4},
    Improvement{"fixed_order", "any_order", "wrong order", 3},
};

}  // namespace

std::span<const Application> applications() noexcept {
    return application_table;
}

std::span<const Improvement> improvements() noexcept {
    return improvement_table;
}

}  // namespace fabricmap::lab
