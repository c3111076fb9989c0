/* SPDX-License-Identifier: Apache-2.0 */
/* PE 0 waits for a flag that PE 1 writes after its work. */
#include "planted.h"

#include <shmem.h>

static int flag = 0;

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    shmem_init();
    const int pe = shmem_my_pe();
    shmem_barrier_all();
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        work_unevenly(plan, pe == 1);
        if (pe == 0) shmem_int_wait_until(&flag, SHMEM_CMP_GT, repetition); /* waits */
        if (pe == 1) shmem_int_p(&flag, repetition + 1, 0);
    }
    shmem_finalize();
    return 0;
}
