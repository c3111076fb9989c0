// SPDX-License-Identifier: Apache-2.0
// The wrappers of what begins and ends a recording.
#include "tracing/recorder/call.hpp"
#include "tracing/recorder/entries.hpp"
#include "tracing/recorder/session.hpp"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>

namespace fabricmap::tracing {

void* next_symbol(const char* name) noexcept {
    void* const found = dlsym(RTLD_NEXT, name);
    if (found == nullptr) {
        print_line(std::string("fabricmap trace: no library has ") + name);
        std::abort();
    }
    return found;
}

namespace {

// Their positions in the table.
constexpr FunctionNumber number_of_init{0};
constexpr FunctionNumber number_of_init_thread{1};
constexpr FunctionNumber number_of_finalize{2};

void stop_in_child() {
    session().abandon();
}

void end_at_exit() {
    session().end_alone(this_thread.recorder);
}

/// Nothing of the recorder's own calls is the program's.
class Hidden {
  public:
    Hidden() noexcept { ++this_thread.depth; }
    Hidden(const Hidden&) = delete;
    Hidden& operator=(const Hidden&) = delete;
    ~Hidden() { --this_thread.depth; }
};

void begin_recording(FunctionNumber function, const void* place, std::uint64_t start,
                     std::uint64_t end_counter, int thread_level) {
    {
        const Hidden hidden;
        session().begin(thread_level == MPI_THREAD_MULTIPLE, start);
    }
    if (!is_recording() || !begin_thread()) return;
    pthread_atfork(nullptr, nullptr, stop_in_child);
    std::atexit(end_at_exit);
    Call call(this_thread, function, place, start);
    call.returned_at(end_counter);
    call.collective(MPI_COMM_WORLD, no_root, 0);
}

bool is_inside() noexcept {
    return this_thread.depth > 0;
}

int traced_init(Entry entry, const void* caller, int* argc, char*** argv) {
    static const RealFunction<decltype(&MPI_Init)> real("MPI_Init");
    if (is_inside()) return real.of(entry)(argc, argv);
    Ticks::choose();
    const void* const place = this_thread.fortran_place != nullptr ? this_thread.fortran_place : caller;
    const std::uint64_t start = Ticks::now();
    int result = MPI_SUCCESS;
    {
        const Hidden hidden;
        result = real.of(entry)(argc, argv);
    }
    const std::uint64_t end = Ticks::now();
    if (result == MPI_SUCCESS) begin_recording(number_of_init, place, start, end, MPI_THREAD_SINGLE);
    return result;
}

int traced_init_thread(Entry entry, const void* caller, int* argc, char*** argv, int required,
                       int* provided) {
    static const RealFunction<decltype(&MPI_Init_thread)> real("MPI_Init_thread");
    if (is_inside()) return real.of(entry)(argc, argv, required, provided);
    Ticks::choose();
    const void* const place = this_thread.fortran_place != nullptr ? this_thread.fortran_place : caller;
    const std::uint64_t start = Ticks::now();
    int result = MPI_SUCCESS;
    {
        const Hidden hidden;
        result = real.of(entry)(argc, argv, required, provided);
    }
    const std::uint64_t end = Ticks::now();
    if (result == MPI_SUCCESS) begin_recording(number_of_init_thread, place, start, end, *provided);
    return result;
}

int traced_finalize(Entry entry, const void* caller) {
    static const RealFunction<decltype(&MPI_Finalize)> real("MPI_Finalize");
    if (!session().is_open() || is_inside()) return real.of(entry)();
    const void* const place = this_thread.fortran_place != nullptr ? this_thread.fortran_place : caller;
    if (is_recording() && (this_thread.recorder != nullptr || begin_thread())) {
        Call call(this_thread, number_of_finalize, place);
        // Its end would come too late to be written: when all have come is what is to be seen of it.
        PMPI_Barrier(MPI_COMM_WORLD);
        call.returned();
        call.collective(MPI_COMM_WORLD, no_root, 0);
    } else {
        const Hidden hidden;
        PMPI_Barrier(MPI_COMM_WORLD);
    }
    const Hidden hidden;
    session().end(this_thread.recorder);
    return real.of(entry)();
}

int traced_abort(Entry entry, MPI_Comm comm, int code) {
    static const RealFunction<decltype(&MPI_Abort)> real("MPI_Abort");
    if (is_recording() && !is_inside()) session().end_alone(this_thread.recorder);
    return real.of(entry)(comm, code);
}

}  // namespace
}  // namespace fabricmap::tracing

using namespace fabricmap::tracing;

extern "C" {

[[gnu::visibility("default")]] int MPI_Init(int* argc, char*** argv) {
    return traced_init(Entry::c, __builtin_return_address(0), argc, argv);
}
[[gnu::visibility("default")]] int PMPI_Init(int* argc, char*** argv) {
    return traced_init(Entry::profiling, __builtin_return_address(0), argc, argv);
}
[[gnu::visibility("default")]] int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    return traced_init_thread(Entry::c, __builtin_return_address(0), argc, argv, required, provided);
}
[[gnu::visibility("default")]] int PMPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    return traced_init_thread(Entry::profiling, __builtin_return_address(0), argc, argv, required, provided);
}
[[gnu::visibility("default")]] int MPI_Finalize() {
    return traced_finalize(Entry::c, __builtin_return_address(0));
}
[[gnu::visibility("default")]] int PMPI_Finalize() {
    return traced_finalize(Entry::profiling, __builtin_return_address(0));
}
[[gnu::visibility("default")]] int MPI_Abort(MPI_Comm comm, int code) {
    return traced_abort(Entry::c, comm, code);
}
[[gnu::visibility("default")]] int PMPI_Abort(MPI_Comm comm, int code) {
    return traced_abort(Entry::profiling, comm, code);
}
}
