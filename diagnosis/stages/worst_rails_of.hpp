// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/machine.hpp"
#include "diagnosis/model/worst_rails.hpp"
#include "netcdf_schema/run/run.hpp"

#include <optional>

namespace fabricmap::diagnosis {

/// Of a run of streams, by up to 256 partners of each host; nothing for other runs, with one rank a host and
/// with fewer than three hosts. What a slot is slower by on all hosts is not the rail's.
[[nodiscard]] std::optional<WorstRails> worst_rails_of(const Run& run, const Machine& machine);

}  // namespace fabricmap::diagnosis
