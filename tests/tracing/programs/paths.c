/* SPDX-License-Identifier: Apache-2.0 */
/* One line that calls MPI_Barrier, reached from solver and from output by turns. Paths differ in their callers, in
 * how deep they are, and by frames whose size is known only when the program runs. Rank 1 is late in
 * solver, by 10 ms or as many as the argument says. What is
 * printed: how often the line is reached from each, by rank 0. */
#include <alloca.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define APART __attribute__((noinline, noclone))

static void APART synchronise(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    __asm__ volatile("");
}

static void work(int milliseconds) {
    struct timespec time = {0, milliseconds * 1000000L};
    nanosleep(&time, 0);
}

static int late_ms = 10;

void APART solver(int rank) {
    if (rank == 1) work(late_ms);
    synchronise();
    __asm__ volatile("");
}

void APART output(void) {
    synchronise();
    __asm__ volatile("");
}

void APART recursion(int depth) {
    if (depth > 0) {
        recursion(depth - 1);
    } else {
        output();
    }
    __asm__ volatile("");
}

void APART frame_of_many_sizes(int step) {
    const int bytes = 16 + 112 * (step % 3);
    memset(alloca(bytes), 1, bytes);
    synchronise();
    __asm__ volatile("");
}

static void* APART thread_of_its_own(void* unused) {
    synchronise();
    __asm__ volatile("");
    return unused;
}

int main(int argument_count, char** arguments) {
    int provided = 0;
    int rank = 0;
    if (argument_count > 1) late_ms = atoi(arguments[1]);
    MPI_Init_thread(&argument_count, &arguments, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < 30; ++step) {
        solver(rank);
        output();
        if (step % 10 == 0) recursion(step);
        frame_of_many_sizes(step);
        if (step % 15 == 0) {
            pthread_t thread;
            pthread_create(&thread, 0, thread_of_its_own, 0);
            pthread_join(thread, 0);
        }
    }
    if (rank == 0) {
        printf("solver 30\noutput 30\nrecursion 3\nframe_of_many_sizes 30\nthread_of_its_own 2\n");
    }
    MPI_Finalize();
    return 0;
}
