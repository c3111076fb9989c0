// SPDX-License-Identifier: Apache-2.0
// What the preloaded library asks for: which functions go to which wrappers.
#include "tracing/recorder/entries.hpp"
#include "tracing/recorder/preload/recorder_library.hpp"
#include "tracing/recorder/session.hpp"

#include <unordered_map>

namespace fabricmap::tracing {
namespace {

/// Wrappers by the functions that they stand for. Never destroyed: programs load libraries at any time.
std::unordered_map<const void*, void*>& replacements() {
    static auto* const all = new std::unordered_map<const void*, void*>;
    return *all;
}

/// Names that the library does not have have no wrapper, whoever else has them.
void learn(std::span<const Wrapper> wrappers, const LoadedModule& library) {
    for (const Wrapper& wrapper : wrappers) {
        void* const real = library.find_definition(wrapper.name);
        if (real == nullptr) continue;
        if (*wrapper.real == nullptr) *wrapper.real = real;
        replacements()[real] = wrapper.replacement;
        if (!wrapper.is_fortran) remember_wrapper(wrapper.replacement);
    }
}

}  // namespace
}  // namespace fabricmap::tracing

using namespace fabricmap::tracing;

extern "C" {

[[gnu::visibility("default")]] void fabricmap_trace_learn(const LoadedModule& library) {
    for (const auto wrappers : {lifetime_wrappers(), pes_lifetime_wrappers(), generated_wrappers()}) {
        learn(wrappers, library);
    }
}

[[gnu::visibility("default")]] void* fabricmap_trace_replacement(const void* function) {
    const auto found = replacements().find(function);
    return found == replacements().end() ? nullptr : found->second;
}

[[gnu::visibility("default")]] bool fabricmap_trace_exits() {
    session().settle(this_thread.recorder);
    return session().has_begun();
}
}
