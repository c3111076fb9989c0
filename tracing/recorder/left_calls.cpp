// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/left_calls.hpp"

#include "tracing/recorder/thread_recorder.hpp"
#include "tracing/recorder/thread_state.hpp"
#include "tracing/recorder/ticks.hpp"

#include <dlfcn.h>
#include <unordered_set>
#include <unwind.h>

namespace fabricmap::tracing {
namespace {

const char own_address = 0;

std::unordered_set<const void*>& wrappers() {
    static auto* const all = new std::unordered_set<const void*>;
    return *all;
}

bool is_in_recorder(std::uintptr_t address) noexcept {
    Dl_info own{};
    Dl_info other{};
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return dladdr(&own_address, &own) != 0 && dladdr(reinterpret_cast<const void*>(address), &other) != 0 &&
           own.dli_fbase == other.dli_fbase;
}

struct Walk {
    bool has_left_first = false;  ///< the wrapper that asks
    bool is_within = false;
};

_Unwind_Reason_Code look_at(_Unwind_Context* context, void* argument) {
    auto& walk = *static_cast<Walk*>(argument);
    if (!walk.has_left_first) walk.has_left_first = !is_in_recorder(_Unwind_GetIP(context));
    if (!walk.has_left_first) return _URC_NO_REASON;
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    walk.is_within = wrappers().contains(reinterpret_cast<const void*>(_Unwind_GetRegionStart(context)));
    return walk.is_within ? _URC_END_OF_STACK : _URC_NO_REASON;
}

}  // namespace

void remember_wrapper(const void* function) {
    wrappers().insert(function);
}

bool end_left_call() noexcept {
    Walk walk;
    _Unwind_Backtrace(look_at, &walk);
    if (walk.is_within) return false;
    const std::uint64_t left_at = this_thread.jumped_at;
    this_thread.jumped_at = 0;
    this_thread.fortran_place = nullptr;
    if (this_thread.depth == 0) return true;
    this_thread.depth = 0;
    if (this_thread.recorder != nullptr && is_recording()) this_thread.recorder->end_left_call(left_at);
    return true;
}

}  // namespace fabricmap::tracing

extern "C" [[gnu::visibility("default")]] void fabricmap_trace_jumps() {
    using namespace fabricmap::tracing;
    this_thread.jumped_at = Ticks::now();
}
