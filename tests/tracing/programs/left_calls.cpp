// SPDX-License-Identifier: Apache-2.0
// Leaves calls of MPI that fail: by exceptions, by longjmp of three kinds, from as deep as it comes back to,
// and from deeper; and stays within where an operation of its own jumps. Counts its calls of MPI, a line
// "FUNCTION CALLS" each.
#include <mpi.h>

#include <csetjmp>
#include <cstdio>
#include <stdexcept>
#include <unistd.h>

namespace {

enum class Way { exception, jump, jump_with_signals };

Way way = Way::exception;
std::jmp_buf place;
sigjmp_buf place_with_signals;
constexpr int no_such_rank = 1000;
int sends = 0;
int barriers = 0;
int reductions = 0;

void leave(MPI_Comm* /*comm*/, int* /*code*/, ...) {
    if (way == Way::exception) throw std::runtime_error("no such rank");
    if (way == Way::jump) std::longjmp(place, 1);
    siglongjmp(place_with_signals, 1);
}

[[gnu::noinline]] void send(int depth) {
    volatile char stack[500]{};
    if (depth > 0) return send(depth - 1);
    ++sends;
    MPI_Send(const_cast<char*>(stack), 1, MPI_CHAR, no_such_rank, 0, MPI_COMM_WORLD);
}

[[gnu::noinline]] void wait_for_all(int depth) {
    volatile char stack[500]{};
    if (depth > 0) {
        wait_for_all(depth - 1);
    } else {
        ++barriers;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    (void)stack[0];
}

void send_and_leave(int depth) {
    if (way == Way::exception) {
        try {
            send(depth);
        } catch (const std::runtime_error&) {
        }
    } else if (way == Way::jump) {
        if (setjmp(place) == 0) send(depth);
    } else if (sigsetjmp(place_with_signals, 1) == 0) {
        send(depth);
    }
}

// The jump does not leave the operation.
void add(void* values, void* sums, int* /*count*/, MPI_Datatype* /*type*/) {
    std::jmp_buf own;
    if (setjmp(own) == 0) std::longjmp(own, 1);
    int flag = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, 5, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    *static_cast<int*>(sums) += *static_cast<int*>(values);
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(leave, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Op sum = MPI_OP_NULL;
    MPI_Op_create(add, 1, &sum);
    for (int round = 0; round < 9; ++round) {
        way = static_cast<Way>(round % 3);
        send_and_leave(round % 2 == 0 ? 0 : 20);
        usleep(20000);
        wait_for_all(round < 4 ? 0 : 40);
        int value = 1;
        int total = 0;
        ++reductions;
        MPI_Allreduce(&value, &total, 1, MPI_INT, sum, MPI_COMM_WORLD);
        wait_for_all(0);
    }
    std::printf("MPI_Send %d\nMPI_Barrier %d\nMPI_Allreduce %d\n", sends, barriers, reductions);
    MPI_Finalize();
    return 0;
}
