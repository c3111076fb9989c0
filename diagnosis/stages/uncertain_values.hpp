// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "diagnosis/model/finding.hpp"
#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/run.hpp"

namespace fabricmap::diagnosis {

/// Half the width of the 95 % interval of each median, as a logarithm, from the samples' deviation: lengths ×
/// receivers. Zeros where the run does not record it; a single sample says nothing, and has no limit.
[[nodiscard]] Matrix uncertainties_of(const Run& run, RankIndex sender);

/// What leaves a finding in doubt: so wide an interval on either side.
[[nodiscard]] double max_uncertainty(const Finding& finding);

/// Whether the effect is within the uncertainty, of 10 % or more, of most values behind the finding, by their
/// deviations alone.
/// That counts in runs that do not say by which rule their samples were ended: a tester has looked at the
/// samples themselves, and flags what is imprecise. A value counts where none of its samples is far beyond
/// the others: one such makes any deviation, and leaves the median as it is. Some senders stand for all.
[[nodiscard]] bool are_mostly_uncertain(const Finding& finding, const Run& run, const Machine& machine);

}  // namespace fabricmap::diagnosis
