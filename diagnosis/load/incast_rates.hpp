// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/incast.hpp"
#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/run.hpp"

namespace fabricmap::diagnosis {

/// What each host receives, at the longest length. Of so many at once, those that first send among them are
/// known: their mean stands for all.
[[nodiscard]] Incast incast_of(const Run& run, const Machine& machine);

}  // namespace fabricmap::diagnosis
