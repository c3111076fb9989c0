// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/stages/diagnose.hpp"

namespace fabricmap::diagnosis {

/// Throws UsageError, with the run and the remedy, unless the judged run has pairs to judge, the other runs
/// were measured on the same machine, and the baseline in the same mode on some of its hosts.
void require_compatible_runs(const Run& judged, const Request& request);

}  // namespace fabricmap::diagnosis
