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

/// What the detectors found, and how small a slowdown they would have found: by the names of the parts.
struct Detected {
    std::vector<Finding> findings;
    std::vector<Detectable> detectable;
    std::optional<double> unexplained_slow_fraction;
};

/// Runs every detector of parts that are wrong, the largest first.
[[nodiscard]] Detected detect(const Case& subject, std::vector<NotExamined>& not_examined);

}  // namespace fabricmap::diagnosis
