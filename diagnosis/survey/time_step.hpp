// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/run.hpp"

namespace fabricmap::diagnosis {

/// By how much two delays of the run may differ and mean nothing, in seconds: a step of its clock, which its
/// values show where the run does not record it; or, in a mode whose ranks begin when they leave a barrier,
/// what most of them begin apart. 0 where neither is known.
[[nodiscard]] double time_step_of(const Run& run, const DelayStack& stack, const Machine& machine);

}  // namespace fabricmap::diagnosis
