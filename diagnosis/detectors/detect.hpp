// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/case.hpp"

#include <span>
#include <vector>

namespace fabricmap::diagnosis {

/// The largest parts first: what a switch explains is not its hosts' fault, nor theirs that of their links.
/// To add one: a file that defines it, and its name in CMakeLists.txt.
[[nodiscard]] std::span<const Detector* const> all_detectors() noexcept;

/// How small a slowdown they would find in this run, in the order of the parts' names.
[[nodiscard]] std::vector<Detectable> detectable_by_all(const Case& subject);

/// Runs every detector of parts that are wrong, the largest first.
[[nodiscard]] std::vector<Finding> detect(const Case& subject, std::vector<NotExamined>& not_examined);

}  // namespace fabricmap::diagnosis
