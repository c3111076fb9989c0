// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"

#include <vector>

namespace fabricmap::testing {

/// A rank on each of two hosts.
inline const PerRank<RankLocation> two_hosts{{"north", 0}, {"south", 1}};

}  // namespace fabricmap::testing
