// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/stages/diagnose.hpp"

namespace fabricmap::diagnosis {

inline constexpr const char* without_a_length = "it holds no complete length yet";

/// Whether the run is none that ended, and holds no value.
[[nodiscard]] bool ended_before_a_length(const Run& run);

/// Throws UsageError, with the run and the remedy, unless the judged run has pairs to judge, the other runs
/// were measured on the same machine, and the baseline in the same mode on some of its hosts; FileError where
/// values are needed and none are there.
void require_compatible_runs(const Run& judged, const Request& request);

}  // namespace fabricmap::diagnosis
