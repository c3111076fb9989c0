// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/program/options.hpp"

namespace fabricmap::tracing {

/// Becomes the program that is to be recorded. Returns only by throwing: FileError where the folder exists or
/// the program cannot be started.
[[noreturn]] void become_program(const RecordOptions& options);

/// Prints the profile of a trace.
void show(const ShowOptions& options);

/// Writes the operations of a trace in another format, and says on stderr what found no partner.
void convert(const ConvertOptions& options);

/// Writes what each rank sent to each, as a table.
void write_traffic(const TrafficOptions& options);

}  // namespace fabricmap::tracing
