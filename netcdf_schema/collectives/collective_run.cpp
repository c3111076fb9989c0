// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/collective_run.hpp"

namespace fabricmap {

const std::vector<double>& counted_times(const CollectiveVisit& visit, CollectiveTiming timing) noexcept {
    return timing == CollectiveTiming::longest ? visit.longest : visit.completion;
}

}  // namespace fabricmap
