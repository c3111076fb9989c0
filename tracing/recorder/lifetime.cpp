// SPDX-License-Identifier: Apache-2.0
// The wrappers of what begins and ends a recording.
#include "tracing/recorder/lifetime.hpp"

#include "tracing/annotation/fabricmap_trace.h"
#include "tracing/recorder/session.hpp"

#include <array>
#include <cstdarg>
#include <cstdlib>
#include <pthread.h>

namespace fabricmap::tracing {

namespace {

static_assert(level_begins_phase == FABRICMAP_PHASE_BEGIN && level_ends_phase == FABRICMAP_PHASE_END);

void stop_in_child() {
    session().abandon();
}

void end_at_exit();

bool are_all_at_exit = false;

void end_with_program() {
    pthread_atfork(nullptr, nullptr, stop_in_child);
    std::atexit(end_at_exit);
    std::at_quick_exit([] { session().settle(this_thread.recorder); });
}

}  // namespace

void begin_recording(const BeginningCall& beginning, bool is_threaded) {
    const bool is_first = !session().is_open();
    recording_state.is_settled.store(true);
    if (is_first) {
        const Hidden hidden;
        session().begin(is_threaded, beginning.start);
    }
    if (!is_recording() || (this_thread.recorder == nullptr && !begin_thread())) return;
    if (is_first) {
        end_with_program();
    }
    Call call(this_thread, beginning.function, beginning.place, beginning.start);
    call.returned_at(beginning.end);
    if (beginning.function == number_of_init || beginning.function == number_of_init_thread) {
        call.collective(MPI_COMM_WORLD, no_root, 0);
    } else {
        call.of_all_pes(0);
    }
}

bool begin_late() noexcept {
    if (!is_of_program() || recording_state.is_settled.exchange(true)) return is_recording();
    try {
        int is_there = 0;
        int is_over = 0;
        int level = MPI_THREAD_SINGLE;
        PMPI_Initialized(&is_there);
        PMPI_Finalized(&is_over);
        if (is_there == 0 || is_over != 0 || session().is_open()) return false;
        PMPI_Query_thread(&level);
        const Hidden hidden;
        Ticks::choose();
        session().begin(level == MPI_THREAD_MULTIPLE, Ticks::now());
        if (!is_recording()) return false;
        end_with_program();
        return true;
    } catch (...) {
        return false;
    }
}

void end_recording(FunctionNumber function, const void* place) {
    recording_state.is_paused.store(false);
    if (is_recording() && (this_thread.recorder != nullptr || begin_thread())) {
        Call call(this_thread, function, place);
        if (function == number_of_finalize) call.enters(MPI_COMM_WORLD);
        // Its end would come too late to be written: when all have come is what is to be seen of it.
        session().wait_for_all();
        call.returned();
        if (function == number_of_finalize) {
            call.collective(MPI_COMM_WORLD, no_root, 0);
        } else {
            call.of_all_pes(0);
        }
    } else {
        const Hidden hidden;
        session().wait_for_all();
    }
    const Hidden hidden;
    session().end(this_thread.recorder);
}

void end_when_program_exits() noexcept {
    are_all_at_exit = true;
}

namespace {

// What the wrappers stand for.
decltype(&MPI_Init) real_MPI_Init = nullptr;
decltype(&MPI_Init_thread) real_MPI_Init_thread = nullptr;
decltype(&MPI_Finalize) real_MPI_Finalize = nullptr;
decltype(&MPI_Abort) real_MPI_Abort = nullptr;
decltype(&MPI_Pcontrol) real_MPI_Pcontrol = nullptr;

int traced_init(int* argc, char*** argv) {
    if (is_inside()) return real_MPI_Init(argc, argv);
    Ticks::choose();
    const void* const place = place_of(this_thread, __builtin_return_address(0));
    const std::uint64_t start = Ticks::now();
    int result = MPI_SUCCESS;
    {
        const Hidden hidden;
        result = real_MPI_Init(argc, argv);
    }
    const std::uint64_t end = Ticks::now();
    if (result == MPI_SUCCESS) begin_recording({number_of_init, place, start, end}, false);
    return result;
}

int traced_init_thread(int* argc, char*** argv, int required, int* provided) {
    if (is_inside()) return real_MPI_Init_thread(argc, argv, required, provided);
    Ticks::choose();
    const void* const place = place_of(this_thread, __builtin_return_address(0));
    const std::uint64_t start = Ticks::now();
    int result = MPI_SUCCESS;
    {
        const Hidden hidden;
        result = real_MPI_Init_thread(argc, argv, required, provided);
    }
    const std::uint64_t end = Ticks::now();
    if (result == MPI_SUCCESS) {
        begin_recording({number_of_init_thread, place, start, end}, *provided == MPI_THREAD_MULTIPLE);
    }
    return result;
}

int traced_finalize() {
    if (!session().is_open() || is_inside()) return real_MPI_Finalize();
    const void* const place = place_of(this_thread, __builtin_return_address(0));
    end_recording(number_of_finalize, place);
    const Hidden hidden;
    return real_MPI_Finalize();
}

void end_at_exit() {
    int is_over = 0;
    PMPI_Finalized(&is_over);
    if (are_all_at_exit && session().is_open() && is_over == 0) {
        const Hidden hidden;
        session().end(this_thread.recorder);
        return;
    }
    session().settle(this_thread.recorder);
}

int traced_abort(MPI_Comm comm, int code) {
    if (is_recording() && !is_inside()) session().end_alone(this_thread.recorder);
    return real_MPI_Abort(comm, code);
}

bool begins_or_ends_phase(int level) noexcept {
    return level == level_begins_phase || level == level_ends_phase;
}

/// Fortran gives no name.
const char* phase_of(int level, std::va_list rest) noexcept {
    const bool has_name = begins_or_ends_phase(level) && this_thread.fortran_place == nullptr;
    return has_name ? va_arg(rest, const char*) : nullptr;
}

int traced_control(const int level, ...) {
    std::va_list rest;
    va_start(rest, level);
    const char* const phase = phase_of(level, rest);
    va_end(rest);
    const void* const place = place_of(this_thread, __builtin_return_address(0));
    if (is_recording() && is_of_program() && (this_thread.recorder != nullptr || begin_thread())) {
        if (level == level_on) recording_state.is_paused.store(false);
        {
            Call call(this_thread, number_of_control, place);
            call.returned();
            call.controls(level, phase);
        }
        if (level == level_off) recording_state.is_paused.store(true);
        if (level == level_flush) session().flush(this_thread.recorder);
    }
    return begins_or_ends_phase(level) ? real_MPI_Pcontrol(level, phase) : real_MPI_Pcontrol(level);
}

template <typename Function>
Wrapper wrapper(const char* name, Function* replacement, Function*& real) noexcept {
    return {name, reinterpret_cast<void*>(replacement), reinterpret_cast<void**>(&real)};
}

}  // namespace

std::span<const Wrapper> lifetime_wrappers() noexcept {
    static const std::array wrappers{
        wrapper("MPI_Init", &traced_init, real_MPI_Init),
        wrapper("PMPI_Init", &traced_init, real_MPI_Init),
        wrapper("MPI_Init_thread", &traced_init_thread, real_MPI_Init_thread),
        wrapper("PMPI_Init_thread", &traced_init_thread, real_MPI_Init_thread),
        wrapper("MPI_Finalize", &traced_finalize, real_MPI_Finalize),
        wrapper("PMPI_Finalize", &traced_finalize, real_MPI_Finalize),
        wrapper("MPI_Abort", &traced_abort, real_MPI_Abort),
        wrapper("PMPI_Abort", &traced_abort, real_MPI_Abort),
        wrapper("MPI_Pcontrol", &traced_control, real_MPI_Pcontrol),
        wrapper("PMPI_Pcontrol", &traced_control, real_MPI_Pcontrol),
    };
    return wrappers;
}

}  // namespace fabricmap::tracing
