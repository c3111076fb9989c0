/* SPDX-License-Identifier: Apache-2.0 */
/* Symmetric memory is allocated in each repetition; all wait for PE 3. */
#include "planted.h"

#include <shmem.h>

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    shmem_init();
    const int pe = shmem_my_pe();
    shmem_barrier_all();
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        work_unevenly(plan, pe == 3);
        void* const memory = shmem_malloc(64); /* waits */
        shmem_free(memory);
    }
    shmem_finalize();
    return 0;
}
