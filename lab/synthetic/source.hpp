// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run.hpp"

#include <string>

namespace fabricmap::lab {

inline constexpr std::string_view synthetic_prefix = "synthetic:";

/// Opens whatever a user may name as a run: "synthetic:SCENARIO" (see find_scenario) is made by a model on
/// the spot, everything else is opened by open_run. Throws FileError or UsageError with the name and the
/// remedy.
[[nodiscard]] Run open_source(const std::string& source);

}  // namespace fabricmap::lab
