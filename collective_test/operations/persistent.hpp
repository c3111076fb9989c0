// SPDX-License-Identifier: Apache-2.0
// The persistent collectives of MPI 4, or of Open MPI's extension that came before; nullptr where the library
// has neither.
#pragma once

#include <mpi.h>

#if MPI_VERSION < 4 && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

namespace fabricmap::collective_test::persistent {

#if MPI_VERSION >= 4
inline constexpr bool is_available = true;
inline constexpr auto barrier = MPI_Barrier_init;
inline constexpr auto bcast = MPI_Bcast_init;
inline constexpr auto gather = MPI_Gather_init;
inline constexpr auto gatherv = MPI_Gatherv_init;
inline constexpr auto scatter = MPI_Scatter_init;
inline constexpr auto scatterv = MPI_Scatterv_init;
inline constexpr auto allgather = MPI_Allgather_init;
inline constexpr auto allgatherv = MPI_Allgatherv_init;
inline constexpr auto alltoall = MPI_Alltoall_init;
inline constexpr auto alltoallv = MPI_Alltoallv_init;
inline constexpr auto alltoallw = MPI_Alltoallw_init;
inline constexpr auto reduce = MPI_Reduce_init;
inline constexpr auto allreduce = MPI_Allreduce_init;
inline constexpr auto reduce_scatter_block = MPI_Reduce_scatter_block_init;
inline constexpr auto reduce_scatter = MPI_Reduce_scatter_init;
inline constexpr auto scan = MPI_Scan_init;
inline constexpr auto exscan = MPI_Exscan_init;
inline constexpr auto neighbor_allgather = MPI_Neighbor_allgather_init;
inline constexpr auto neighbor_allgatherv = MPI_Neighbor_allgatherv_init;
inline constexpr auto neighbor_alltoall = MPI_Neighbor_alltoall_init;
inline constexpr auto neighbor_alltoallv = MPI_Neighbor_alltoallv_init;
inline constexpr auto neighbor_alltoallw = MPI_Neighbor_alltoallw_init;
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
inline constexpr bool is_available = true;
inline constexpr auto barrier = MPIX_Barrier_init;
inline constexpr auto bcast = MPIX_Bcast_init;
inline constexpr auto gather = MPIX_Gather_init;
inline constexpr auto gatherv = MPIX_Gatherv_init;
inline constexpr auto scatter = MPIX_Scatter_init;
inline constexpr auto scatterv = MPIX_Scatterv_init;
inline constexpr auto allgather = MPIX_Allgather_init;
inline constexpr auto allgatherv = MPIX_Allgatherv_init;
inline constexpr auto alltoall = MPIX_Alltoall_init;
inline constexpr auto alltoallv = MPIX_Alltoallv_init;
inline constexpr auto alltoallw = MPIX_Alltoallw_init;
inline constexpr auto reduce = MPIX_Reduce_init;
inline constexpr auto allreduce = MPIX_Allreduce_init;
inline constexpr auto reduce_scatter_block = MPIX_Reduce_scatter_block_init;
inline constexpr auto reduce_scatter = MPIX_Reduce_scatter_init;
inline constexpr auto scan = MPIX_Scan_init;
inline constexpr auto exscan = MPIX_Exscan_init;
inline constexpr auto neighbor_allgather = MPIX_Neighbor_allgather_init;
inline constexpr auto neighbor_allgatherv = MPIX_Neighbor_allgatherv_init;
inline constexpr auto neighbor_alltoall = MPIX_Neighbor_alltoall_init;
inline constexpr auto neighbor_alltoallv = MPIX_Neighbor_alltoallv_init;
inline constexpr auto neighbor_alltoallw = MPIX_Neighbor_alltoallw_init;
#else
inline constexpr bool is_available = false;
inline constexpr auto barrier = nullptr;
inline constexpr auto bcast = nullptr;
inline constexpr auto gather = nullptr;
inline constexpr auto gatherv = nullptr;
inline constexpr auto scatter = nullptr;
inline constexpr auto scatterv = nullptr;
inline constexpr auto allgather = nullptr;
inline constexpr auto allgatherv = nullptr;
inline constexpr auto alltoall = nullptr;
inline constexpr auto alltoallv = nullptr;
inline constexpr auto alltoallw = nullptr;
inline constexpr auto reduce = nullptr;
inline constexpr auto allreduce = nullptr;
inline constexpr auto reduce_scatter_block = nullptr;
inline constexpr auto reduce_scatter = nullptr;
inline constexpr auto scan = nullptr;
inline constexpr auto exscan = nullptr;
inline constexpr auto neighbor_allgather = nullptr;
inline constexpr auto neighbor_allgatherv = nullptr;
inline constexpr auto neighbor_alltoall = nullptr;
inline constexpr auto neighbor_alltoallv = nullptr;
inline constexpr auto neighbor_alltoallw = nullptr;
#endif

}  // namespace fabricmap::collective_test::persistent
