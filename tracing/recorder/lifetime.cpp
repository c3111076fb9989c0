// SPDX-License-Identifier: Apache-2.0
// The wrappers of what begins and ends a recording.
#include "tracing/recorder/lifetime.hpp"

#include "tracing/annotation/fabricmap_trace.h"
#include "tracing/recorder/session.hpp"

#include <cstdarg>
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

static_assert(level_begins_phase == FABRICMAP_PHASE_BEGIN && level_ends_phase == FABRICMAP_PHASE_END);

void stop_in_child() {
    session().abandon();
}

void end_at_exit();

bool are_all_at_exit = false;

}  // namespace

void begin_recording(const BeginningCall& beginning, bool is_threaded) {
    const bool is_first = !session().is_open();
    if (is_first) {
        const Hidden hidden;
        session().begin(is_threaded, beginning.start);
    }
    if (!is_recording() || (this_thread.recorder == nullptr && !begin_thread())) return;
    if (is_first) {
        pthread_atfork(nullptr, nullptr, stop_in_child);
        std::atexit(end_at_exit);
    }
    Call call(this_thread, beginning.function, beginning.place, beginning.start);
    call.returned_at(beginning.end);
    if (beginning.function == number_of_init || beginning.function == number_of_init_thread) {
        call.collective(MPI_COMM_WORLD, no_root, 0);
    } else {
        call.of_all_pes(0);
    }
}

void end_recording(FunctionNumber function, const void* place) {
    recording_state.is_paused.store(false);
    if (is_recording() && (this_thread.recorder != nullptr || begin_thread())) {
        Call call(this_thread, function, place);
        // Its end would come too late to be written: when all have come is what is to be seen of it.
        PMPI_Barrier(MPI_COMM_WORLD);
        call.returned();
        if (function == number_of_finalize) {
            call.collective(MPI_COMM_WORLD, no_root, 0);
        } else {
            call.of_all_pes(0);
        }
    } else {
        const Hidden hidden;
        PMPI_Barrier(MPI_COMM_WORLD);
    }
    const Hidden hidden;
    session().end(this_thread.recorder);
}

void end_when_program_exits() noexcept {
    are_all_at_exit = true;
}

namespace {

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
    if (result == MPI_SUCCESS) begin_recording({number_of_init, place, start, end}, false);
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
    if (result == MPI_SUCCESS) {
        begin_recording({number_of_init_thread, place, start, end}, *provided == MPI_THREAD_MULTIPLE);
    }
    return result;
}

int traced_finalize(Entry entry, const void* caller) {
    static const RealFunction<decltype(&MPI_Finalize)> real("MPI_Finalize");
    if (!session().is_open() || is_inside()) return real.of(entry)();
    const void* const place = this_thread.fortran_place != nullptr ? this_thread.fortran_place : caller;
    end_recording(number_of_finalize, place);
    const Hidden hidden;
    return real.of(entry)();
}

void end_at_exit() {
    int is_over = 0;
    PMPI_Finalized(&is_over);
    if (are_all_at_exit && session().is_open() && is_over == 0) {
        const Hidden hidden;
        session().end(this_thread.recorder);
        return;
    }
    session().end_alone(this_thread.recorder);
}

int traced_abort(Entry entry, MPI_Comm comm, int code) {
    static const RealFunction<decltype(&MPI_Abort)> real("MPI_Abort");
    if (is_recording() && !is_inside()) session().end_alone(this_thread.recorder);
    return real.of(entry)(comm, code);
}

bool begins_or_ends_phase(int level) noexcept {
    return level == level_begins_phase || level == level_ends_phase;
}

/// `phase` is a name where the level says so.
int traced_control(Entry entry, const void* caller, int level, const char* phase) {
    static const RealFunction<decltype(&MPI_Pcontrol)> real("MPI_Pcontrol");
    if (is_recording() && is_of_program(entry) && (this_thread.recorder != nullptr || begin_thread())) {
        if (level == level_on) recording_state.is_paused.store(false);
        {
            Call call(this_thread, number_of_control, place_of(entry, this_thread, caller));
            call.returned();
            call.controls(level, phase);
        }
        if (level == level_off) recording_state.is_paused.store(true);
        if (level == level_flush) session().flush(this_thread.recorder);
    }
    return begins_or_ends_phase(level) ? real.of(entry)(level, phase) : real.of(entry)(level);
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
[[gnu::visibility("default")]] int MPI_Pcontrol(const int level, ...) {
    std::va_list rest;
    va_start(rest, level);
    const char* const phase = begins_or_ends_phase(level) ? va_arg(rest, const char*) : nullptr;
    va_end(rest);
    return traced_control(Entry::c, __builtin_return_address(0), level, phase);
}
[[gnu::visibility("default")]] int PMPI_Pcontrol(const int level, ...) {
    // Of Fortran, which has no further arguments.
    return traced_control(Entry::profiling, __builtin_return_address(0), level, nullptr);
}
}
