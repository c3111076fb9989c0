// SPDX-License-Identifier: Apache-2.0
// A program and a library whose functions have names that Fortran's bindings of MPI, OpenSHMEM and MPI's C++ bindings
// have, with parameters of their own. Prints what they return, and counts its calls of MPI: 2 MPI_Bcast, 2
// MPI_Allreduce, 1 MPI_Barrier, and a message of 4 bytes from rank 0 to rank 1.
#include <mpi.h>

#include <stdio.h>

double mpi_bcast(double x, int root);
double mpi_allreduce_(double x);
double MPI_BARRIER(double x, double y);
const char* mpi_send__(const char* text, int to);
double mpi_wait_f08_(double x, float y);
double shmem_init(double x);
int start_pes(double x, int y);
double shmem_int_put(double x);

#ifdef LIBRARY
double mpi_bcast(double x, int root) {
    MPI_Bcast(&x, 1, MPI_DOUBLE, root, MPI_COMM_WORLD);
    return x;
}
double mpi_allreduce_(double x) {
    double sum = 0;
    MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}
double MPI_BARRIER(double x, double y) {
    MPI_Barrier(MPI_COMM_WORLD);
    return x * y;
}
const char* mpi_send__(const char* text, int to) {
    MPI_Send(text, 4, MPI_CHAR, to, 0, MPI_COMM_WORLD);
    return text;
}
double mpi_wait_f08_(double x, float y) {
    return mpi_allreduce_(mpi_bcast(x, 0)) + (double)y;
}
double shmem_init(double x) {
    return x + 0.5;
}
int start_pes(double x, int y) {
    return (int)(x * 100) + y;
}
double shmem_int_put(double x) {
    return shmem_init(x) * 2;
}
#else
int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("%d: bcast %.2f allreduce %.2f barrier %.2f\n", rank, mpi_bcast(rank + 2.5, 0),
           mpi_allreduce_(rank + 0.25), MPI_BARRIER(rank + 1.5, 3));
    if (rank == 0) printf("0: %s\n", mpi_send__("abc", 1));
    char text[4] = "";
    if (rank == 1) MPI_Recv(text, 4, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d: %s wait %.2f\n", rank, text, mpi_wait_f08_(rank + 0.75, 0.5F));
    printf("%d: %.2f %d %.2f\n", rank, shmem_init(1.25), start_pes(0.25, 1), shmem_int_put(0.25));
    MPI_Finalize();
    return 0;
}
#endif
