// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/run.hpp"

namespace fabricmap::diagnosis {

/// How far the run's values can be trusted, whatever they say.
[[nodiscard]] Basis basis_of(const Run& run, const Machine& machine);

}  // namespace fabricmap::diagnosis
