/* SPDX-License-Identifier: Apache-2.0 */
/* Sends ten messages to itself, and prints at which lines what is called: RANK FUNCTION FILE:LINE. Those
 * calls may be in a library of their own: compiled with LIBRARY this is the library, with PROGRAM the rest,
 * otherwise both. */
#include <mpi.h>

#include <stdio.h>

void send_messages(int rank);

#ifndef PROGRAM
void send_messages(int rank) {
    int out = 0;
    int in = 0;
    for (int number = 0; number < 10; ++number) {
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Irecv(&in, 1, MPI_INT, rank, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
        MPI_Send(&out, 1, MPI_INT, rank, number, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    printf("%d MPI_Irecv lines.c:%d\n", rank, __LINE__ - 4);
    printf("%d MPI_Send lines.c:%d\n", rank, __LINE__ - 4);
    printf("%d MPI_Wait lines.c:%d\n", rank, __LINE__ - 4);
}
#endif

#ifndef LIBRARY
int main(int argument_count, char** arguments) {
    int rank = 0;
    int value = 0;
    MPI_Init(&argument_count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    send_messages(rank);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    printf("%d MPI_Bcast lines.c:%d\n", rank, __LINE__ - 1);
    MPI_Finalize();
    return 0;
}
#endif
