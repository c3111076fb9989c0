// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/fit.hpp"
#include "diagnosis/residual/case.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// What some pairs take longer at each length, logarithms, from what they do in each band: within a band of
/// several lengths as their delays say, where these differ by more than noise does.
[[nodiscard]] std::vector<float> curve_over_lengths(const std::vector<float>& of_bands, const PairList& pairs,
                                                    const Fit& fit, const HostLogs& logs,
                                                    const Case& subject);

}  // namespace fabricmap::diagnosis
