// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
#include "diagnosis/residual/case.hpp"

#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// Of all samples between hosts, but for those of hosts and links that intermittent delays are found of, the
/// fraction that takes longer than five medians: where it is 1 in 500 at least, and adds the smallest effect
/// that counts to the mean delay of most hosts, also without the partner to which a host owes most of that.
/// Nothing elsewhere, of runs that do not count slow samples, and where they load the network themselves.
[[nodiscard]] std::optional<double> unexplained_slow_fraction(const Case& subject,
                                                              const std::vector<Finding>& found);

/// Of the samples of a host of a run, without the partner with which it has most slow ones, the fraction that
/// takes longer than five medians: the median over the hosts, so that one host or link that drops packets has
/// no part in it. Nothing where they are not counted.
[[nodiscard]] std::optional<double> common_slow_fraction(const Run& run);

}  // namespace fabricmap::diagnosis
