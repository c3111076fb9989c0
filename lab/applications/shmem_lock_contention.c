/* SPDX-License-Identifier: Apache-2.0 */
/* PE 0 works while it holds a lock that PEs 1 and 2 want. */
#include "planted.h"

#include <shmem.h>

static long lock = 0;

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    shmem_init();
    const int pe = shmem_my_pe();
    shmem_barrier_all();
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        if (pe == 0) {
            shmem_set_lock(&lock);
            shmem_barrier_all();
            if (plan.is_planted) work(plan.milliseconds);
        } else {
            shmem_barrier_all();
            shmem_set_lock(&lock); /* waits */
        }
        shmem_clear_lock(&lock);
        shmem_barrier_all();
        if (!plan.is_planted) work(plan.milliseconds);
    }
    shmem_finalize();
    return 0;
}
