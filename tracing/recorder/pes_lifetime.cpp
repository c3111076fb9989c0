// SPDX-License-Identifier: Apache-2.0
// The wrappers of what begins and ends OpenSHMEM. Within them MPI is begun and ended, and in between the
// recorder can use it.
#include "tracing/recorder/lifetime.hpp"
#include "tracing/recorder/session.hpp"

#include <array>

namespace fabricmap::tracing {
namespace {

// What the wrappers stand for.
void (*real_shmem_init)() = nullptr;
int (*real_shmem_init_thread)(int, int*) = nullptr;
void (*real_start_pes)(int) = nullptr;
void (*real_shmem_finalize)() = nullptr;
void (*real_shmem_global_exit)(int) = nullptr;

void traced_shmem_init() {
    if (is_inside()) return real_shmem_init();
    Ticks::choose();
    const std::uint64_t start = Ticks::now();
    {
        const Hidden hidden;
        real_shmem_init();
    }
    begin_recording({number_of_pes_init, __builtin_return_address(0), start, Ticks::now()}, false);
}

int traced_shmem_init_thread(int requested, int* provided) {
    if (is_inside()) return real_shmem_init_thread(requested, provided);
    Ticks::choose();
    const std::uint64_t start = Ticks::now();
    int result = 0;
    {
        const Hidden hidden;
        result = real_shmem_init_thread(requested, provided);
    }
    if (result != 0) return result;
    begin_recording({number_of_pes_init_thread, __builtin_return_address(0), start, Ticks::now()},
                    *provided != 0);
    return result;
}

void traced_start_pes(int npes) {
    if (is_inside()) return real_start_pes(npes);
    Ticks::choose();
    const std::uint64_t start = Ticks::now();
    {
        const Hidden hidden;
        real_start_pes(npes);
    }
    begin_recording({number_of_start_pes, __builtin_return_address(0), start, Ticks::now()}, false);
    // Such programs need not finalize.
    end_when_program_exits();
}

void traced_shmem_finalize() {
    if (!session().is_open() || is_inside()) return real_shmem_finalize();
    end_recording(number_of_pes_finalize, __builtin_return_address(0));
    const Hidden hidden;
    real_shmem_finalize();
}

void traced_shmem_global_exit(int status) {
    if (is_recording() && !is_inside()) session().end_alone(this_thread.recorder);
    real_shmem_global_exit(status);
}

template <typename Function>
Wrapper wrapper_of_pes(const char* name, Function* replacement, Function*& real) noexcept {
    return {name, reinterpret_cast<void*>(replacement), reinterpret_cast<void**>(&real)};
}

}  // namespace

std::span<const Wrapper> pes_lifetime_wrappers() noexcept {
    static const std::array wrappers{
        wrapper_of_pes("shmem_init", &traced_shmem_init, real_shmem_init),
        wrapper_of_pes("pshmem_init", &traced_shmem_init, real_shmem_init),
        wrapper_of_pes("shmem_init_thread", &traced_shmem_init_thread, real_shmem_init_thread),
        wrapper_of_pes("pshmem_init_thread", &traced_shmem_init_thread, real_shmem_init_thread),
        wrapper_of_pes("start_pes", &traced_start_pes, real_start_pes),
        wrapper_of_pes("pstart_pes", &traced_start_pes, real_start_pes),
        wrapper_of_pes("shmem_finalize", &traced_shmem_finalize, real_shmem_finalize),
        wrapper_of_pes("pshmem_finalize", &traced_shmem_finalize, real_shmem_finalize),
        wrapper_of_pes("shmem_global_exit", &traced_shmem_global_exit, real_shmem_global_exit),
        wrapper_of_pes("pshmem_global_exit", &traced_shmem_global_exit, real_shmem_global_exit),
    };
    return wrappers;
}

}  // namespace fabricmap::tracing
