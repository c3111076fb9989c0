// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/part_curves.hpp"
#include "diagnosis/survey/survey.hpp"
#include "netcdf_schema/run/run.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// The curves of parts, read anew from some pairs of each. `baseline`: a run of the same mode at another
/// time, may be null.
[[nodiscard]] std::vector<PartCurves> curves_of_parts(const std::vector<Part>& parts, const DelayStack& stack,
                                                      const Survey& survey, const Run* baseline);

/// "node17", or "node03,node22" for the path between two; throws UsageError where the run has no such host.
[[nodiscard]] Part part_named(const std::string& words, const Machine& machine);

}  // namespace fabricmap::diagnosis
