/* SPDX-License-Identifier: Apache-2.0 */
/* PE 1 takes a lock that nobody holds while PE 0, where it lies, computes: there is no contention. */
#include "planted.h"

#include <shmem.h>

static long lock = 0;

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    shmem_init();
    const int pe = shmem_my_pe();
    shmem_barrier_all();
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        if (pe == 0) work(plan.milliseconds);
        if (pe == 1) {
            shmem_set_lock(&lock);
            shmem_clear_lock(&lock);
        }
        shmem_barrier_all();
    }
    shmem_finalize();
    return 0;
}
