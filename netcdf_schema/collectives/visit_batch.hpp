// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/collectives/layout.hpp"

#include <span>

namespace fabricmap {

/// Throws std::invalid_argument where a visit has more runs or ranks than the run, or values for some only.
void check_visit(const CollectiveRun& run, CollectiveVisit& visit);

/// Writes visits into the records from `first` on, with record_time 0, and then, when the file has them,
/// their record_time. A kill between leaves records that do not count.
void write_visits(NetcdfFile& file, const CollectiveRun& run, std::size_t first,
                  std::span<CollectiveVisit> visits);

/// Takes the mark of completeness from the records from `first` on.
void forget_visits_from(const NetcdfFile& file, std::size_t first, std::size_t records);

}  // namespace fabricmap
