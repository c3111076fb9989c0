/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers, atomic operations, locks and collective operations of OpenSHMEM, each to the right neighbour.
 * Each call of rank 0 is printed: FUNCTION LINE BYTES. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int me = 0;

static void note_call(const char* function, int line, size_t bytes) {
    if (me == 0) printf("%s %d %zu\n", function, line, bytes);
}

#define CALL(function, bytes, arguments) \
    function arguments;                  \
    note_call(#function, __LINE__, bytes)

static long sync_words[SHMEM_REDUCE_SYNC_SIZE];
static long broadcast_words[SHMEM_BCAST_SYNC_SIZE];
static int work_words[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long lock = 0;
static int flag = 0;

static void transfer(int* to, double* values, int right) {
    int source[8] = {0};
    double mine[4] = {0};
    for (int round = 0; round < 5; ++round) {
        CALL(shmem_int_put, 8 * sizeof(int), (to, source, 8, right));
        CALL(shmem_double_put_nbi, 4 * sizeof(double), (values, mine, 4, right));
        CALL(shmem_quiet, 0, ());
        CALL(shmem_int_get, 2 * sizeof(int), (source, to, 2, right));
        CALL(shmem_putmem, 3, (to, source, 3, right));
        CALL(shmem_long_p, sizeof(long), ((long*)values, 1, right));
        CALL(shmem_int_g, sizeof(int), (to, right));
    }
    shmem_ctx_t context;
    CALL(shmem_ctx_create, 0, (0, &context));
    CALL(shmem_ctx_int_put, 3 * sizeof(int), (context, to, source, 3, right));
    CALL(shmem_ctx_quiet, 0, (context));
    CALL(shmem_ctx_destroy, 0, (context));
}

int main(void) {
    shmem_init();
    const int line_of_init = __LINE__ - 1;
    me = shmem_my_pe();
    note_call("shmem_init", line_of_init, 0);
    const int count = shmem_n_pes();
    const int right = (me + 1) % count;
    for (int word = 0; word < SHMEM_REDUCE_SYNC_SIZE; ++word) sync_words[word] = SHMEM_SYNC_VALUE;
    for (int word = 0; word < SHMEM_BCAST_SYNC_SIZE; ++word) broadcast_words[word] = SHMEM_SYNC_VALUE;
    CALL(int* const to = shmem_malloc, 64 * sizeof(int), (64 * sizeof(int)));
    CALL(double* const values = shmem_malloc, 64 * sizeof(double), (64 * sizeof(double)));
    for (int index = 0; index < 64; ++index) to[index] = 0;
    CALL(shmem_barrier_all, 0, ());
    transfer(to, values, right);
    CALL(shmem_int_atomic_add, sizeof(int), (to + 40, 2, right));
    CALL(shmem_int_atomic_fetch_inc, sizeof(int), (to + 41, right));
    /* Of int Open MPI 4.1.4 writes eight bytes for the result, with and without a recording. */
    CALL(shmem_long_atomic_compare_swap, sizeof(long), ((long*)(to + 44), 0, 1, right));
    CALL(shmem_barrier_all, 0, ());
    if (to[40] != 2 || to[41] != 1 || to[44] != 1) return 1;

    CALL(shmem_set_lock, 0, (&lock));
    CALL(shmem_clear_lock, 0, (&lock));

    CALL(shmem_broadcast32, 16 * 4, (to, to + 16, 16, 0, 0, 0, count, broadcast_words));
    CALL(shmem_barrier, 0, (0, 0, count, sync_words));
    CALL(shmem_int_sum_to_all, 2 * sizeof(int), (to + 50, to + 52, 2, 0, 0, count, work_words, sync_words));
    CALL(shmem_barrier_all, 0, ());

    /* Each is woken by its left neighbour, the first by the last; who writes is late. */
    usleep(20000);
    CALL(shmem_int_p, sizeof(int), (&flag, 1, right));
    CALL(shmem_int_wait_until, 0, (&flag, SHMEM_CMP_EQ, 1));
    CALL(shmem_free, 0, (values));
    CALL(shmem_free, 0, (to));
    note_call("shmem_finalize", __LINE__ + 2, 0);
    fflush(stdout);
    shmem_finalize();
    return 0;
}
