// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "placement/program/options.hpp"

namespace fabricmap::placement {

/// Reads, places, prints and writes what the options ask for.
[[nodiscard]] ExitCode carry_out(const Options& options);

}  // namespace fabricmap::placement
