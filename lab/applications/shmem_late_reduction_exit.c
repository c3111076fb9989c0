/* SPDX-License-Identifier: Apache-2.0 */
/* The library (late_exits.c) lets PEs 1 to 3 out of the reduction late. */
#include "planted.h"

#include <shmem.h>

static long words[SHMEM_REDUCE_SYNC_SIZE];
static int scratch[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static int source[2];
static int target[2];

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    shmem_init();
    const int pe = shmem_my_pe();
    for (int word = 0; word < SHMEM_REDUCE_SYNC_SIZE; ++word) words[word] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        shmem_int_sum_to_all(target, source, 2, 0, 0, shmem_n_pes(), scratch, words); /* waits */
        work_unevenly(plan, pe == 0);
        shmem_barrier_all();
    }
    shmem_finalize();
    return 0;
}
