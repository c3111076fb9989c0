/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FABRICMAP_TRACE_H
#define FABRICMAP_TRACE_H

/* Phases of a program that network_trace records: network_trace show prints the time and the imbalance of
 * each.
 *
 *     fabricmap_phase_begin("exchange");
 *     ...
 *     fabricmap_phase_end("exchange");
 *
 * A phase is one of the calling thread; phases may stand within others. In a program that is not recorded the
 * calls do nothing. They are calls of MPI_Pcontrol, so nothing needs to be linked. In other languages than C
 * and C++ MPI_Pcontrol(n) and MPI_Pcontrol(-n), with n > 2, begin and end "phase n". Between MPI_Init (or
 * shmem_init) and MPI_Finalize (or shmem_finalize). */

#ifdef __cplusplus
extern "C" {
#endif

/* As in mpi.h, which need not be included. */
extern int MPI_Pcontrol(const int level, ...);

#define FABRICMAP_PHASE_BEGIN 0x466d0001
#define FABRICMAP_PHASE_END 0x466d0002

static inline void fabricmap_phase_begin(const char* name) {
    MPI_Pcontrol(FABRICMAP_PHASE_BEGIN, name);
}

static inline void fabricmap_phase_end(const char* name) {
    MPI_Pcontrol(FABRICMAP_PHASE_END, name);
}

#ifdef __cplusplus
}
#endif

#endif
