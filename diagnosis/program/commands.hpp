// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "diagnosis/program/options.hpp"

namespace fabricmap::diagnosis {

/// Reads, judges, prints and writes what the options ask for. Answers faults_found where there are any, and
/// undecided where that cannot be known.
[[nodiscard]] ExitCode carry_out(const Options& options);

}  // namespace fabricmap::diagnosis
