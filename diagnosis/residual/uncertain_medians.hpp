// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "netcdf_schema/run/delay_stack.hpp"
#include "netcdf_schema/run/run.hpp"

namespace fabricmap::diagnosis {

/// Whether deviations alone show how certain medians are: the run does not say by which rule their samples
/// were ended. A tester has looked at the samples themselves, and flags what is imprecise.
[[nodiscard]] bool are_deviations_alone(const Run& run);

/// Half the width of the 95 % interval of each median of a line, as a logarithm, from the samples' deviation:
/// lengths × ranks. Zeros where the run does not record it; a single sample says nothing, and has no limit.
[[nodiscard]] Matrix uncertainties_of(const Run& run, const Line& line);

/// The same of a run whose deviations are alone. One sample far beyond the others, longer than five medians,
/// makes any deviation and leaves the median as it is, so it does not count; where that cannot be told, or
/// where a few are, 0. Where a fifth of them are, that is how samples differ here.
[[nodiscard]] Matrix uncertainties_of_even_samples(const Run& run, const Line& line);

}  // namespace fabricmap::diagnosis
