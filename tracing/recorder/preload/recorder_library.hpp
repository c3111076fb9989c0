// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/preload/loaded_module.hpp"

namespace fabricmap::tracing {

/// Functions of the recorder, which is a library of its own: it is loaded when the MPI library is there, and
/// uses that. So nothing of MPI comes into programs that have none, or another.
inline constexpr const char* recorder_file = "libfabricmap_recorder.so";

/// `fabricmap_trace_learn`: the library has functions of MPI, Fortran or OpenSHMEM that can be recorded.
using LearnLibrary = void (*)(const LoadedModule& library);
inline constexpr const char* name_of_learn = "fabricmap_trace_learn";

/// `fabricmap_trace_replacement`: what is to be called in place of that function; nothing where it is not
/// recorded.
using FindReplacement = void* (*)(const void* function);
inline constexpr const char* name_of_replacement = "fabricmap_trace_replacement";

/// `fabricmap_trace_jumps`: this thread is about to leave functions by longjmp.
using NoteJump = void (*)();
inline constexpr const char* name_of_jumps = "fabricmap_trace_jumps";

/// `fabricmap_trace_script`: what is to be called by modules that call MPI in place of an interpreter's
/// function of that name; nothing of others.
using FindScriptReplacement = void* (*)(const char* name, void* function);
inline constexpr const char* name_of_script = "fabricmap_trace_script";

/// `fabricmap_trace_exits`: the program is at its end. Whether a recording was begun in this process.
using NoteExit = bool (*)();
inline constexpr const char* name_of_exits = "fabricmap_trace_exits";

}  // namespace fabricmap::tracing
