// SPDX-License-Identifier: Apache-2.0
// An MPI for one process, as codes bring their own to be built without one, and a program that uses it. With DIRECT the
// program has it within; otherwise it is a library. With WHOLE it has names for tools as whole MPI libraries have, and tells
// that it was used. With MESSAGES it has a text of Open MPI's in it.
#include <stdio.h>

typedef int MPI_Comm;

int MPI_Init(int* argument_count, char*** arguments);
int MPI_Comm_size(MPI_Comm comm, int* size);
int MPI_Send(const void* buffer, int count, double scale);
int MPI_Finalize(void);
void mpi_init_(int* error);

#if defined(LIBRARY) || defined(DIRECT)
int MPI_Init(int* argument_count, char*** arguments) {
    (void)argument_count;
    (void)arguments;
    return 0;
}
int MPI_Comm_size(MPI_Comm comm, int* size) {
    *size = comm;
    return 0;
}
int MPI_Send(const void* buffer, int count, double scale) {
    printf("send %s %d %.2f\n", (const char*)buffer, count, scale);
    return 0;
}
int MPI_Finalize(void) {
    return 7;
}
void mpi_init_(int* error) {
    *error = 3;
}
#ifdef WHOLE
int PMPI_Initialized(int* flag);
int PMPI_Initialized(int* flag) {
    *flag = 1;
    return 0;
}
#endif
#endif
#ifndef LIBRARY
int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int size = 0;
    int error = 0;
    MPI_Comm_size(1, &size);
    MPI_Send("text", size, 2.5);
    mpi_init_(&error);
    printf("size %d error %d\n", size, error);
#ifdef MESSAGES
    if (argument_count > 9) puts("*** This is disallowed by the MPI standard.");
#endif
    return MPI_Finalize();
}
#endif
