// SPDX-License-Identifier: Apache-2.0
// A program that opens libraries while it runs, which call MPI: one by a path, bound to its own libraries first; one by
// a name that is found by where the program says that its libraries are; one that is called by what it registers as it
// is loaded. Last it takes functions of MPI from the library itself. Each way is a barrier and a broadcast of 8 bytes.
#define _GNU_SOURCE
#include <mpi.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#ifdef PLUGIN
void use_mpi(MPI_Comm world, MPI_Datatype type) {
    double value = 1;
    MPI_Barrier(world);
    MPI_Bcast(&value, 1, type, 0, world);
}
__attribute__((constructor)) static void register_plugin(void) {
    void (**const place)(MPI_Comm, MPI_Datatype) = dlsym(RTLD_DEFAULT, "registered_plugin");
    if (place != NULL) *place = use_mpi;
}
#else
void (*registered_plugin)(MPI_Comm, MPI_Datatype) = NULL;

static void use_library(const char* file, int mode) {
    dlerror();
    void* const library = dlopen(file, mode);
    if (library == NULL) {
        printf("%s\n", dlerror());
        return;
    }
    dlerror();
    void (*const use)(MPI_Comm, MPI_Datatype) =
        (void (*)(MPI_Comm, MPI_Datatype))dlsym(library, "use_mpi");
    const char* const error = dlerror();
    printf("error %s\n", error == NULL ? "none" : error);
    if (use != NULL) use(MPI_COMM_WORLD, MPI_DOUBLE);
    if (dlsym(library, "MPI_No_such_function") == NULL) printf("missing %d\n", dlerror() != NULL);
}

static void use_mpi_itself(void) {
    void* const mpi = dlopen("libmpi.so.40", RTLD_LAZY | RTLD_LOCAL);
    int (*const barrier)(MPI_Comm) = (int (*)(MPI_Comm))dlsym(mpi, "MPI_Barrier");
    int (*const bcast)(void*, int, MPI_Datatype, int, MPI_Comm) =
        (int (*)(void*, int, MPI_Datatype, int, MPI_Comm))dlsym(RTLD_DEFAULT, "PMPI_Bcast");
    double value = 1;
    barrier(MPI_COMM_WORLD);
    bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    char path[1000];
    snprintf(path, sizeof path, "%s/libplugin_by_path.so", arguments[1]);
    use_library(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    use_library("libplugin_by_name.so", RTLD_LAZY | RTLD_LOCAL);
    use_library("/no/such/library.so", RTLD_LAZY);
    registered_plugin = NULL;
    snprintf(path, sizeof path, "%s/libplugin_registered.so", arguments[1]);
    if (dlopen(path, RTLD_LAZY) != NULL && registered_plugin != NULL) registered_plugin(MPI_COMM_WORLD, MPI_DOUBLE);
    use_mpi_itself();
    MPI_Finalize();
    return 0;
}
#endif
