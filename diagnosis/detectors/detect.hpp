// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/case.hpp"

#include <optional>
#include <span>
#include <vector>

namespace fabricmap::diagnosis {

/// The largest parts first: what a switch explains is not its hosts' fault, nor theirs that of their links.
/// To add one: a file that defines it, and its name in CMakeLists.txt.
[[nodiscard]] std::span<const Detector* const> all_detectors() noexcept;

/// How small a slowdown the detectors would find in the residual: by the names of the parts.
[[nodiscard]] std::vector<Detectable> detectable_in(const Case& subject, const Residual& residual);

/// What the detectors found.
struct Detected {
    std::vector<Finding> findings;
    std::optional<double> unexplained_slow_fraction;
};

/// The residual without what hosts owe to their places among the ranks.
[[nodiscard]] Residual residual_to_explain(Residual residual, const Case& subject);

/// Runs every detector of parts that are wrong, the largest first.
[[nodiscard]] Detected detect(const Case& subject, Residual residual, std::vector<NotExamined>& not_examined);

}  // namespace fabricmap::diagnosis
