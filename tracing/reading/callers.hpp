// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/reading/source_lines.hpp"

#include <span>
#include <string>
#include <vector>

namespace fabricmap::tracing {

/// The calls above one of MPI, the innermost first, as "solve (solver.c:118)": those of the program itself.
/// Libraries that it calls are left out, as what calls MPI may be a library of wrappers; all there are where
/// none is the program's.
[[nodiscard]] std::vector<std::string> callers_of(const RankRecording& rank,
                                                  std::span<const std::uint64_t> path, SourceLines& lines);

}  // namespace fabricmap::tracing
