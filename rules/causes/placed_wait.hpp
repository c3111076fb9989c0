// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/records/record_values.hpp"

namespace fabricmap::rules {

/// A wait that a rule has found, with who and what it is for.
struct PlacedWait {
    double rank = 0;
    double from = 0;  ///< seconds
    double to = 0;
    double place = unknown;  ///< of the call that waits, as the number of its text
    double other = unknown;  ///< rank that is waited for
};

}  // namespace fabricmap::rules
