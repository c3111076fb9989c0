/* SPDX-License-Identifier: Apache-2.0 */
/* All wait in the collection for PE 3. */
#include "planted.h"

#include <shmem.h>

static long words[SHMEM_COLLECT_SYNC_SIZE];
static int source[2];
static int target[8];

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    shmem_init();
    const int pe = shmem_my_pe();
    for (int word = 0; word < SHMEM_COLLECT_SYNC_SIZE; ++word) words[word] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        work_unevenly(plan, pe == 3);
        shmem_fcollect32(target, source, 2, 0, 0, shmem_n_pes(), words); /* waits */
        shmem_barrier_all();
    }
    shmem_finalize();
    return 0;
}
