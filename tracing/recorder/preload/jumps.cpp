// SPDX-License-Identifier: Apache-2.0
// Programs leave functions of MPI by longjmp, as from an error handler: nobody else sees when.
#include "tracing/recorder/preload/redirection.hpp"
#include "tracing/recorder/preload/this_thread.hpp"

#include <array>
#include <atomic>
#include <csetjmp>

// What longjmp is where sources are compiled with checks.
extern "C" [[noreturn]] void __longjmp_chk(__jmp_buf_tag* place,
                                           int value);  // NOLINT(bugprone-reserved-identifier)

namespace fabricmap::tracing {
namespace {

constinit std::atomic<void (*)()> note_jump{nullptr};

void note() noexcept {
    void (*const noted)() = note_jump.load();
    if (noted != nullptr && (this_thread.depth > 0 || this_thread.fortran_place != nullptr)) noted();
}

[[noreturn]] void jump(__jmp_buf_tag* place, int value) {
    note();
    longjmp(place, value);
}

[[noreturn]] void jump_with_signals(__jmp_buf_tag* place, int value) {
    note();
    siglongjmp(place, value);
}

[[noreturn]] void checked_jump(__jmp_buf_tag* place, int value) {
    note();
    __longjmp_chk(place, value);
}

}  // namespace

void set_note_jump(void (*note)()) noexcept {
    note_jump.store(note);
}

void* jump_replacement(std::string_view name, const void* target) noexcept {
    struct Jump {
        std::string_view name;
        const void* real;
        void* replacement;
    };
    const std::array jumps{
        Jump{"longjmp", reinterpret_cast<void*>(&longjmp), reinterpret_cast<void*>(&jump)},
        Jump{"_longjmp", reinterpret_cast<void*>(&_longjmp), reinterpret_cast<void*>(&jump)},
        Jump{"siglongjmp", reinterpret_cast<void*>(&siglongjmp), reinterpret_cast<void*>(&jump_with_signals)},
        Jump{"__longjmp_chk", reinterpret_cast<void*>(&__longjmp_chk),
             reinterpret_cast<void*>(&checked_jump)},
    };
    for (const Jump& jump : jumps) {
        if (jump.name == name && jump.real == target) return jump.replacement;
    }
    return nullptr;
}

}  // namespace fabricmap::tracing
