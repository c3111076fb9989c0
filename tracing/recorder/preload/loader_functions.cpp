// SPDX-License-Identifier: Apache-2.0
// What takes the place of dlopen and dlsym in programs. The loader tells by the return address who calls, so
// these end by a jump to it wherever that matters: this file is compiled so that the last call of a function
// is a jump.
#include "tracing/recorder/preload/loaded_module.hpp"
#include "tracing/recorder/preload/redirection.hpp"

#include <cstring>
#include <dlfcn.h>

namespace fabricmap::tracing {
namespace {

/// Whether it makes no difference to the loader who calls: the path is given, and the caller names no folder
/// of its own in which to look for what the library needs.
[[gnu::noinline]] bool is_alike_from_here(const char* file, const void* caller) noexcept {
    if (file == nullptr || std::strchr(file, '/') == nullptr || std::strchr(file, '$') != nullptr)
        return false;
    Dl_info ignored{};
    link_map* map = nullptr;
    if (dladdr1(caller, &ignored, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0) return false;
    // Those that the program names are looked in for all.
    const bool is_program = map->l_name == nullptr || map->l_name[0] == '\0';
    return is_program || !LoadedModule(map->l_addr, map->l_ld).has_rpath();
}

[[gnu::noinline]] void* open_and_redirect(const char* file, int mode) noexcept {
    void* const library = dlopen(file, mode);
    if (library != nullptr) redirect_calls((mode & RTLD_DEEPBIND) != 0);
    return library;
}

/// As found for the caller; nothing where that is for the loader to find out.
[[gnu::noinline]] void* find_for(const void* caller, void* library, const char* name) noexcept {
    if (library == RTLD_NEXT) return recorded_or_same(find_after(caller, name));
    return recorded_or_same(dlsym(library, name));
}

}  // namespace

void* open_library(const char* file, int mode) noexcept {
    if (is_alike_from_here(file, __builtin_return_address(0))) return open_and_redirect(file, mode);
    redirect_calls();
    return dlopen(file, mode);
}

void* find_symbol(void* library, const char* name) noexcept {
    redirect_calls();
    if (name != nullptr && may_be_recorded(name)) {
        if (void* const found = find_for(__builtin_return_address(0), library, name)) return found;
    }
    return dlsym(library, name);
}

}  // namespace fabricmap::tracing
