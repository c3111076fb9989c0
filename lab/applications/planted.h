/* SPDX-License-Identifier: Apache-2.0 */
/* What the applications have in common: a plan from the words of the command line, and work that takes a known time.
 *     APPLICATION [planted|balanced] [REPETITIONS [MILLISECONDS]] */
#ifndef FABRICMAP_LAB_PLANTED_H
#define FABRICMAP_LAB_PLANTED_H

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct Plan {
    int is_planted; /* otherwise the processes have work alike */
    int repetitions;
    double milliseconds; /* that are planted in a repetition */
};

static inline struct Plan read_plan(int argc, char** argv) {
    struct Plan plan = {1, 20, 20};
    if (argc > 1) plan.is_planted = strcmp(argv[1], "balanced") != 0;
    if (argc > 2) plan.repetitions = atoi(argv[2]);
    if (argc > 3) plan.milliseconds = atof(argv[3]);
    return plan;
}

/* Takes as long as a computation would, without its processor: several of them share a core and are not slower. */
static inline void work(double milliseconds) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += (long)(milliseconds * 1e6);
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) == EINTR) continue;
}

/* The flaw: some have work and the others wait for them. Balanced, all have it. */
static inline void work_unevenly(struct Plan plan, int has_work) {
    if (has_work || !plan.is_planted) work(plan.milliseconds);
}

#endif
