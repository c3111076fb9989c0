// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run.hpp"

namespace fabricmap::placement {

/// By how much a median of the run is uncertain by its own samples, as a share of it: the middle one of all
/// pairs at the middle length, where the run has deviations and counts; else 0.
[[nodiscard]] double standard_error_of(const Run& run);

}  // namespace fabricmap::placement
