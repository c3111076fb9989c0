// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/fit.hpp"
#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/residual/case.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// How much slower a host, a link and an uplink must be for the search to name it with 95 % chance, and for
/// the uncertainty of its values not to leave it in doubt: effects are planted in what `fit` leaves of the
/// run, in one part after another, and judged as proposals are. None of a kind of parts that the run cannot
/// show.
[[nodiscard]] std::vector<Detectable> detectable_parts(const Fit& fit, const HostLogs& logs,
                                                       const Case& subject);

}  // namespace fabricmap::diagnosis
