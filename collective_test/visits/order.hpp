// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock.hpp"
#include "netcdf_schema/collectives/collective_run.hpp"

#include <type_traits>

namespace fabricmap::collective_test {

/// What rank 0 lets all ranks do next; travels as bytes.
struct VisitOrder {
    CollectiveCell cell;
    VisitPurpose purpose = VisitPurpose::sweep;
    int pass = 0;
    int runs = 16;
    Nanoseconds slot = 0;        ///< 0: not known yet
    double compute_s = 0;        ///< work between start and wait; 0 for none
    bool is_split = false;       ///< groups of ranks make the call at once; which, follows
    bool checks_clocks = false;  ///< before the visit
    bool is_end = false;         ///< there is no other visit
};
static_assert(std::is_trivially_copyable_v<VisitOrder>, "orders travel as bytes");

}  // namespace fabricmap::collective_test
