// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/reports/report.hpp"

#include <vector>

namespace fabricmap::rules {

/// A rule's matches by lines of the source.
struct GroupedPlaces {
    std::vector<PlaceGroup> groups;  ///< most seconds first
    std::vector<PlacedWait> waits;   ///< each, as the rule found it
};

[[nodiscard]] GroupedPlaces group_places(const RuleOutcome& outcome, Records& records,
                                         double communication_seconds);

}  // namespace fabricmap::rules
