// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "viewer/reading/curves.hpp"
#include "viewer/reading/displayed.hpp"
#include "viewer/reading/shared_stack.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace fabricmap::viewer {

/// What is shown of some pairs of endpoints (sender, receiver) of the run, over its lengths. Where delays are
/// shown and the run has minimum and maximum, they are the band. Breaks are those that `diagnosis`, which may
/// be null, found for pairs like these. Throws FileError.
[[nodiscard]] CurveSet read_pairs(const Opened& run, const Displayed& shown,
                                  std::span<const std::pair<std::int64_t, std::int64_t>> pairs,
                                  const diagnosis::Diagnosis* diagnosis);

/// All protocol thresholds of a run, by their lengths.
[[nodiscard]] std::vector<ProtocolBreak> breaks_of(const diagnosis::Diagnosis& diagnosis);

/// The class of pairs that two endpoints' pairs of ranks belong to: that of the first ranks that differ. Null
/// where there are none, or the class is not known.
[[nodiscard]] const diagnosis::ClassCurve* class_of_endpoints(const diagnosis::Diagnosis& diagnosis,
                                                              const Displayed& shown, std::int64_t sender,
                                                              std::int64_t receiver);

}  // namespace fabricmap::viewer
