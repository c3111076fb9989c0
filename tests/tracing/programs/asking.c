/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 0 asks for messages of rank 1: five times by MPI_Probe, by MPI_Iprobe and by MPI_Test again and again. Then both
 * write to a file, named by the argument, and read from it. Rank 0 prints how often it asked in vain. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { messages = 5, tag = 7, length = 100 };

static char data[length];

static void send_late(void) {
    const struct timespec time = {0, 3000000L};
    for (int number = 0; number < 3 * messages; ++number) {
        nanosleep(&time, 0);
        MPI_Send(data, length, MPI_CHAR, 0, tag, MPI_COMM_WORLD);
    }
}

static void receive(void) {
    MPI_Recv(data, length, MPI_CHAR, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void ask(void) {
    long vain_probes = 0;
    long vain_tests = 0;
    for (int number = 0; number < messages; ++number) {
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        receive();
    }
    for (int number = 0; number < messages; ++number) {
        int is_there = 0;
        while (MPI_Iprobe(1, tag, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE), !is_there) ++vain_probes;
        receive();
    }
    for (int number = 0; number < messages; ++number) {
        int is_there = 0;
        MPI_Request request;
        MPI_Irecv(data, length, MPI_CHAR, 1, tag, MPI_COMM_WORLD, &request);
        while (MPI_Test(&request, &is_there, MPI_STATUS_IGNORE), !is_there) ++vain_tests;
    }
    printf("%ld %ld\n", vain_probes, vain_tests);
}

static void use_file(int rank, char* name) {
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, rank * length, data, length, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, rank * length, data, length / 2, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_read(file, data, length / 4, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

int main(int argument_count, char** arguments) {
    int rank = 0;
    MPI_Init(&argument_count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) send_late();
    if (rank == 0) ask();
    use_file(rank, arguments[1]);
    MPI_Finalize();
    return 0;
}
