/* SPDX-License-Identifier: Apache-2.0 */
/* A library to be preloaded and named to the recorder as part of MPI, for what no program can plant. Nobody leaves the function
 * FABRICMAP_LATE_EXITS_OF before all have entered, and it keeps all ranks but 0 for FABRICMAP_LATE_EXITS_MS milliseconds
 * longer. */
#define _GNU_SOURCE
#include "planted.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stddef.h>

typedef void (*Function)(void);

static int is_chosen(const char* function) {
    const char* const chosen = getenv("FABRICMAP_LATE_EXITS_OF");
    return chosen != NULL && strcmp(chosen, function) == 0;
}

static const char* late_by(void) {
    return getenv("FABRICMAP_LATE_EXITS_MS");
}

static void enter(const char* function, MPI_Comm comm) {
    if (is_chosen(function)) PMPI_Barrier(comm);
}

static void leave(const char* function) {
    int rank = 0;
    if (!is_chosen(function) || late_by() == NULL) return;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) work(atof(late_by()));
}

/* The library of OpenSHMEM is not linked: programs of MPI have none. */
static Function next(const char* function) {
    return (Function)dlsym(RTLD_NEXT, function);
}

int MPI_Barrier(MPI_Comm comm) {
    const int result = PMPI_Barrier(comm);
    leave("MPI_Barrier");
    return result;
}

int MPI_Win_fence(int assert, MPI_Win win) {
    const int result = PMPI_Win_fence(assert, win);
    leave("MPI_Win_fence");
    return result;
}

int MPI_Bcast(void* values, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    enter("MPI_Bcast", comm);
    const int result = PMPI_Bcast(values, count, type, root, comm);
    leave("MPI_Bcast");
    return result;
}

int MPI_Gather(const void* from, int count, MPI_Datatype type, void* to, int to_count, MPI_Datatype to_type, int root,
               MPI_Comm comm) {
    enter("MPI_Gather", comm);
    const int result = PMPI_Gather(from, count, type, to, to_count, to_type, root, comm);
    leave("MPI_Gather");
    return result;
}

int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    const int result = PMPI_Allreduce(from, to, count, type, op, comm);
    leave("MPI_Allreduce");
    return result;
}

void shmem_barrier_all(void) {
    next("shmem_barrier_all")();
    leave("shmem_barrier_all");
}

void shmem_broadcast32(void* target, const void* source, size_t count, int root, int start, int stride, int size,
                       long* words) {
    enter("shmem_broadcast32", MPI_COMM_WORLD);
    ((void (*)(void*, const void*, size_t, int, int, int, int, long*))next("shmem_broadcast32"))(
        target, source, count, root, start, stride, size, words);
    leave("shmem_broadcast32");
}

void shmem_int_sum_to_all(int* target, const int* source, int count, int start, int stride, int size, int* scratch,
                          long* words) {
    ((void (*)(int*, const int*, int, int, int, int, int*, long*))next("shmem_int_sum_to_all"))(
        target, source, count, start, stride, size, scratch, words);
    leave("shmem_int_sum_to_all");
}
