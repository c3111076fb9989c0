// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/program/options.hpp"

namespace fabricmap::tracing {

/// Becomes the program that is to be recorded. Returns only by throwing: FileError where the folder exists or
/// the program cannot be started.
[[noreturn]] void become_program(const RecordOptions& options);

/// Records a program, and says why it waits. The program's exit code where that is not 0, otherwise that of
/// the rules. Throws FileError where the folder is there or cannot be made, and Error where nothing was
/// recorded.
[[nodiscard]] int explain_program(const WhyOptions& options);

/// Prints the profile of a trace.
void show(const ShowOptions& options);

/// Writes the operations of a trace in another format, and says on stderr what found no partner.
void convert(const ConvertOptions& options);

/// Writes what each rank sent to each, as a table.
void write_traffic(const TrafficOptions& options);

}  // namespace fabricmap::tracing
