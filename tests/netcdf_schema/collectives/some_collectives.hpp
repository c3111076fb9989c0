// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/collectives/collective_run.hpp"

#include <vector>

namespace fabricmap::testing {

/// With a value in every field, so that a field that is lost is noticed.
CollectiveRun some_collectives(std::size_t ranks);

/// Visits that can be told apart: everything in them follows from the number alone.
CollectiveVisit telltale_visit(const CollectiveRun& run, int number);

void expect_same(const CollectiveVisit& read, const CollectiveVisit& wrote);

}  // namespace fabricmap::testing
