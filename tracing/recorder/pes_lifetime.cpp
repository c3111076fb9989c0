// SPDX-License-Identifier: Apache-2.0
// The wrappers of what begins and ends OpenSHMEM. Within them MPI is begun and ended, and in between the
// recorder can use it.
#include "tracing/recorder/lifetime.hpp"
#include "tracing/recorder/session.hpp"

using namespace fabricmap::tracing;

extern "C" {

[[gnu::visibility("default")]] void shmem_init() {
    static const auto real = next_function<void (*)()>("shmem_init");
    if (is_inside()) return real();
    Ticks::choose();
    const std::uint64_t start = Ticks::now();
    {
        const Hidden hidden;
        real();
    }
    begin_recording({number_of_pes_init, __builtin_return_address(0), start, Ticks::now()}, false);
}

[[gnu::visibility("default")]] int shmem_init_thread(int requested, int* provided) {
    static const auto real = next_function<int (*)(int, int*)>("shmem_init_thread");
    if (is_inside()) return real(requested, provided);
    Ticks::choose();
    const std::uint64_t start = Ticks::now();
    int result = 0;
    {
        const Hidden hidden;
        result = real(requested, provided);
    }
    if (result != 0) return result;
    begin_recording({number_of_pes_init_thread, __builtin_return_address(0), start, Ticks::now()},
                    *provided != 0);
    return result;
}

[[gnu::visibility("default")]] void start_pes(int npes) {
    static const auto real = next_function<void (*)(int)>("start_pes");
    if (is_inside()) return real(npes);
    Ticks::choose();
    const std::uint64_t start = Ticks::now();
    {
        const Hidden hidden;
        real(npes);
    }
    begin_recording({number_of_start_pes, __builtin_return_address(0), start, Ticks::now()}, false);
    // Such programs need not finalize.
    end_when_program_exits();
}

[[gnu::visibility("default")]] void shmem_finalize() {
    static const auto real = next_function<void (*)()>("shmem_finalize");
    if (!session().is_open() || is_inside()) return real();
    end_recording(number_of_pes_finalize, __builtin_return_address(0));
    const Hidden hidden;
    real();
}

[[gnu::visibility("default")]] void shmem_global_exit(int status) {
    static const auto real = next_function<void (*)(int)>("shmem_global_exit");
    if (is_recording() && !is_inside()) session().end_alone(this_thread.recorder);
    real(status);
}
}
