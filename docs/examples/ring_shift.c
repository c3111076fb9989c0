/* SPDX-License-Identifier: Apache-2.0
 * An operation of one's own for collective_test: each rank hands its message to the next one.
 *   mpicc -shared -fPIC -o ring_shift.so ring_shift.c
 *   mpirun -np 8 collective_test -t ./ring_shift.so,alltoall --lengths 1K,64K */
#include <mpi.h>

static MPI_Comm ranks;
static int length, next, previous;

/* All ranks call it before a measurement, with the communicator to use. An answer but 0 ends the job. */
int fabricmap_prepare(MPI_Comm comm, long long message_length) {
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    ranks = comm;
    length = (int)message_length;
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    return message_length > 2147483647;
}

/* What is measured: a call on all ranks together. */
void fabricmap_run(void* out, void* in) {
    MPI_Sendrecv(out, length, MPI_BYTE, next, 0, in, length, MPI_BYTE, previous, 0, ranks, MPI_STATUS_IGNORE);
}

/* How large the two buffers of a rank have to be. */
void fabricmap_bytes(long long message_length, int size, long long* out, long long* in) {
    (void)size;
    *out = *in = message_length;
}
