// SPDX-License-Identifier: Apache-2.0
// Calls with arguments that the MPI library refuses. Prints the class of each error, and how often the error
// handlers were called.
#include <mpi.h>

#include <cstdio>

namespace {

int handled = 0;

void note(MPI_Comm* /*comm*/, int* /*code*/, ...) {
    ++handled;
}
void note_of_file(MPI_File* /*file*/, int* /*code*/, ...) {
    ++handled;
}

void print(const char* function, int code) {
    int error_class = 0;
    MPI_Error_class(code, &error_class);
    std::printf("%s %d\n", function, error_class);
}

void messages() {
    int value = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    print("rank", MPI_Send(&value, 1, MPI_INT, 1000, 0, MPI_COMM_WORLD));
    print("count", MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    print("type", MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD));
    print("tag", MPI_Isend(&value, 1, MPI_INT, 0, -5, MPI_COMM_WORLD, &request));
    print("communicator", MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL, &request));
}

void requests() {
    int flag = 0;
    int index = 0;
    MPI_Status status;
    print("wait", MPI_Wait(nullptr, &status));
    print("test", MPI_Test(nullptr, &flag, &status));
    print("waitall", MPI_Waitall(2, nullptr, MPI_STATUSES_IGNORE));
    print("negative", MPI_Waitall(-1, nullptr, MPI_STATUSES_IGNORE));
    print("testany", MPI_Testany(2, nullptr, &index, &flag, &status));
    print("testsome", MPI_Testsome(-3, nullptr, &index, &flag, MPI_STATUSES_IGNORE));
    print("start", MPI_Start(nullptr));
    print("free", MPI_Request_free(nullptr));
}

void groups() {
    int value = 0;
    print("root", MPI_Bcast(&value, 1, MPI_INT, 1000, MPI_COMM_WORLD));
    print("reduction", MPI_Allreduce(&value, &value, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
    print("null", MPI_Barrier(MPI_COMM_NULL));
    print("file of none", MPI_File_close(nullptr));
    print("split", MPI_Comm_split(MPI_COMM_WORLD, -7, 0, nullptr));
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(note, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_File_create_errhandler(note_of_file, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    messages();
    requests();
    groups();
    std::printf("%d errors\n", handled);
    MPI_Finalize();
    return 0;
}
