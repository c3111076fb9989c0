// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/run.hpp"

namespace fabricmap::diagnosis {

/// What leaves a finding in doubt: so wide an interval on either side.
[[nodiscard]] double max_uncertainty(const Finding& finding);

/// Whether the effect is within the uncertainty, of 10 % or more, of most values behind the finding, by their
/// deviations alone.
/// That counts in runs that do not say by which rule their samples were ended. Some senders stand for all.
[[nodiscard]] bool are_mostly_uncertain(const Finding& finding, const Run& run, const Machine& machine);

}  // namespace fabricmap::diagnosis
