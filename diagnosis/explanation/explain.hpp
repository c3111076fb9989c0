// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/fit.hpp"
#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/residual/case.hpp"

#include <functional>
#include <vector>

namespace fabricmap::diagnosis {

/// The parts that explain the delays between hosts in the fewest words, as findings, and what lies inside
/// hosts; and how small a slowdown would have been one.
struct Explanation {
    std::vector<Finding> findings;
    std::vector<Detectable> detectable;
};

/// `found`: what is known of other kinds. `step` is called now and then, and may throw to end it.
[[nodiscard]] Explanation explain(const Case& subject, const std::vector<Finding>& found,
                                  const std::function<void()>& step);

/// Findings of the causes of a fit; one a part.
[[nodiscard]] std::vector<Finding> findings_of(const Fit& fit, const HostLogs& logs, const Case& subject);

}  // namespace fabricmap::diagnosis
