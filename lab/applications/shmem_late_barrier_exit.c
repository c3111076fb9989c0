/* SPDX-License-Identifier: Apache-2.0 */
/* The library (late_exits.c) lets PEs 1 to 3 out of the barrier late. */
#include "planted.h"

#include <shmem.h>

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    shmem_init();
    const int pe = shmem_my_pe();
    shmem_barrier_all();
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        shmem_barrier_all(); /* waits */
        work_unevenly(plan, pe == 0);
    }
    shmem_finalize();
    return 0;
}
