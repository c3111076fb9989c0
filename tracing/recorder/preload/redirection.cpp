// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/preload/redirection.hpp"

#include "tracing/recorder/preload/loaded_module.hpp"
#include "tracing/recorder/preload/module_list.hpp"
#include "tracing/recorder/preload/recorder_library.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string_view>
#include <unistd.h>

namespace fabricmap::tracing {
namespace {

using namespace std::string_view_literals;

/// What is known of libraries. One thread at a time uses it.
struct Redirection {
    ModuleList modules;
    FindReplacement replacement = nullptr;
    LearnLibrary learn = nullptr;
    NoteExit note_exit = nullptr;
    FindScriptReplacement script_replacement = nullptr;
    std::array<char, max_path> mpi_folder{};
    bool has_failed = false;
};

constinit Redirection state;
constinit std::atomic_flag is_busy;
constinit std::atomic<FindReplacement> replacement_of_all{nullptr};

void report(const char* what) noexcept {
    std::array<char, max_path> line{};
    std::snprintf(line.data(), line.size(), "fabricmap trace: %s; the program runs without being recorded\n",
                  what);
    (void)!write(STDERR_FILENO, line.data(), std::strlen(line.data()));
}

/// Beside this library.
bool load_recorder() noexcept {
    Dl_info own{};
    if (dladdr(&state, &own) == 0 || own.dli_fname == nullptr) return false;
    std::array<char, max_path> path{};
    const std::string_view folder = folder_of(own.dli_fname);
    std::snprintf(path.data(), path.size(), "%.*s/%s", static_cast<int>(folder.size()), folder.data(),
                  recorder_file);
    void* const recorder = dlopen(path.data(), RTLD_NOW | RTLD_LOCAL);
    if (recorder == nullptr) {
        report(dlerror());
        return false;
    }
    state.learn = reinterpret_cast<LearnLibrary>(dlsym(recorder, name_of_learn));
    state.replacement = reinterpret_cast<FindReplacement>(dlsym(recorder, name_of_replacement));
    state.script_replacement = reinterpret_cast<FindScriptReplacement>(dlsym(recorder, name_of_script));
    state.note_exit = reinterpret_cast<NoteExit>(dlsym(recorder, name_of_exits));
    set_note_jump(reinterpret_cast<NoteJump>(dlsym(recorder, name_of_jumps)));
    return state.learn != nullptr && state.replacement != nullptr;
}

bool is_mpi_library(const ListedModule& listed) noexcept {
    if (listed.is_program()) return false;
    const LoadedModule module = listed.module();
    return module.find_definition("ompi_mpi_comm_world") != nullptr &&
           module.find_definition("PMPI_Init") != nullptr;
}

/// A library that stands between programs and MPI, and is to count as part of it.
bool is_shim(const ListedModule& listed) noexcept {
    const char* const path = std::getenv("FABRICMAP_TRACE_SHIM");
    return path != nullptr && !listed.is_program() && std::string_view(listed.path.data()) == path;
}

/// Fortran's bindings of the MPI library, and OpenSHMEM's.
bool belongs_to_mpi(const ListedModule& listed) noexcept {
    const std::string_view name = listed.file();
    return (name.starts_with("libmpi_") || name.starts_with("liboshmem")) &&
           real_folder_of(listed.path.data()) == std::string_view(state.mpi_folder.data());
}

/// What they call is not the program's.
bool is_inside_mpi(const ListedModule& listed) noexcept {
    const std::string_view name = listed.file();
    for (const auto part : {"mca_"sv, "libmca_"sv, "libopen-"sv, "liboshmem"sv, "libfabricmap_"sv}) {
        if (name.starts_with(part)) return true;
    }
    return is_mpi_library(listed) || is_shim(listed);
}

/// Its functions are called in the place of those of MPI.
void learn_shim() noexcept {
    for (std::size_t index = 0; index < state.modules.size(); ++index) {
        if (is_shim(state.modules[index])) state.learn(state.modules[index].module());
    }
}

/// Learns which functions there are, and from then on looks at all libraries again.
void learn_functions() noexcept {
    for (std::size_t index = 0; index < state.modules.size() && state.learn == nullptr; ++index) {
        const ListedModule& listed = state.modules[index];
        if (!listed.is_new || !is_mpi_library(listed)) continue;
        if (!load_recorder()) {
            state.has_failed = true;
            return;
        }
        std::snprintf(state.mpi_folder.data(), max_path, "%s", real_folder_of(listed.path.data()).c_str());
        learn_shim();
        state.learn(listed.module());
        state.modules.forget_known();
    }
    if (state.learn == nullptr) return;
    bool has_learned = false;
    for (std::size_t index = 0; index < state.modules.size(); ++index) {
        const ListedModule& listed = state.modules[index];
        if (!listed.is_new || !belongs_to_mpi(listed)) continue;
        const HeldModule held(listed);
        if (held.handle() == nullptr) continue;
        state.learn(listed.module());
        has_learned = true;
    }
    if (has_learned) state.modules.forget_known();
    replacement_of_all.store(state.replacement);
}

/// The function that the module's calls of that name go to, or would at their first call.
void* target_of(const HeldModule& held, const LoadedModule& module, const LoadedModule::Slot& slot,
                bool searches_own_first) noexcept {
    void* const present = *slot.place;
    if (!slot.is_of_calls || !module.contains(present)) return present;
    void* const own = searches_own_first ? dlsym(held.handle(), slot.name) : nullptr;
    void* found = own != nullptr ? own : dlsym(RTLD_DEFAULT, slot.name);
    if (found == nullptr) found = dlsym(held.handle(), slot.name);
    if (found == nullptr) {
        (void)dlerror();
        return nullptr;
    }
    // A program that is not position-independent stands for the functions whose addresses it takes.
    const ListedModule& program = state.modules[0];
    const bool is_stand_in =
        program.module().contains(found) && program.module().find_definition(slot.name) == nullptr;
    return is_stand_in ? find_after(found, slot.name) : found;
}

/// Functions of the loader and of C's library, where programs are to call ours.
void* replacement_in_c(std::string_view name, const void* target) noexcept {
    if (name == "dlopen"sv && target == reinterpret_cast<void*>(&dlopen)) {
        return reinterpret_cast<void*>(&open_library);
    }
    if (name == "dlsym"sv && target == reinterpret_cast<void*>(&dlsym)) {
        return reinterpret_cast<void*>(&find_symbol);
    }
    return state.replacement == nullptr ? nullptr : jump_replacement(name, target);
}

bool is_replaced_in_c(std::string_view name) noexcept {
    return name == "dlopen"sv || name == "dlsym"sv || name.ends_with("longjmp") || name == "__longjmp_chk"sv;
}

/// Modules of Python that call MPI give the interpreter's lock away before: the last moment to ask where it
/// is.
void redirect_lock(const HeldModule& held, const LoadedModule& module, bool searches_own_first) noexcept {
    module.for_each_slot([&](const LoadedModule::Slot& slot) {
        const std::string_view name(slot.name);
        if (name != "PyEval_SaveThread"sv && name != "PyEval_RestoreThread"sv) return;
        void* const target = target_of(held, module, slot, searches_own_first);
        void* const replacement = target == nullptr ? nullptr : state.script_replacement(slot.name, target);
        if (replacement != nullptr) (void)module.write(slot.place, replacement);
    });
}

void redirect(const ListedModule& listed, bool searches_own_first) noexcept {
    const HeldModule held(listed);
    if (held.handle() == nullptr) return;
    const LoadedModule module = listed.module();
    bool calls_mpi = listed.file().starts_with("_ctypes");
    module.for_each_slot([&](const LoadedModule::Slot& slot) {
        const bool is_in_c = is_replaced_in_c(slot.name);
        const bool is_of_mpi = state.replacement != nullptr && may_be_recorded(slot.name);
        if (!is_in_c && !is_of_mpi) return;
        const void* const target = target_of(held, module, slot, searches_own_first);
        if (target == nullptr) return;
        void* const replacement = is_in_c ? replacement_in_c(slot.name, target) : state.replacement(target);
        if (replacement == nullptr) return;
        (void)module.write(slot.place, replacement);
        calls_mpi = calls_mpi || is_of_mpi;
    });
    if (calls_mpi && state.script_replacement != nullptr) redirect_lock(held, module, searches_own_first);
}

}  // namespace

bool may_be_recorded(const char* name) noexcept {
    const std::string_view all(name);
    // Also MPIX_, as extensions begin.
    for (const auto part : {"MPI"sv, "PMPI"sv, "mpi"sv, "pmpi"sv, "shmem_"sv, "pshmem_"sv, "start_pes"sv}) {
        if (all.starts_with(part)) return true;
    }
    return false;
}

void redirect_calls(bool searches_own_first) noexcept {
    if (is_busy.test_and_set(std::memory_order_acquire)) return;
    const int error_before = errno;
    if (!state.has_failed && state.modules.update()) {
        learn_functions();
        for (std::size_t index = 0; index < state.modules.size(); ++index) {
            const ListedModule& listed = state.modules[index];
            if (listed.is_new && !is_inside_mpi(listed)) redirect(listed, searches_own_first);
        }
    }
    errno = error_before;
    is_busy.clear(std::memory_order_release);
}

bool end_recording_at_exit() noexcept {
    return state.note_exit != nullptr && state.note_exit();
}

void* recorded_or_same(void* function) noexcept {
    const FindReplacement find = replacement_of_all.load();
    if (find == nullptr || function == nullptr) return function;
    void* const replacement = find(function);
    return replacement == nullptr ? function : replacement;
}

void* find_after(const void* address, const char* name) noexcept {
    Dl_info ignored{};
    link_map* map = nullptr;
    if (dladdr1(address, &ignored, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0) return nullptr;
    for (map = map->l_next; map != nullptr; map = map->l_next) {
        if (void* const found = LoadedModule(map->l_addr, map->l_ld).find_definition(name)) return found;
    }
    return nullptr;
}

}  // namespace fabricmap::tracing
