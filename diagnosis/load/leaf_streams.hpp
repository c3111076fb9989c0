// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/run.hpp"

#include <cstdint>

namespace fabricmap::diagnosis {

/// Judges what leaves carry to each other, at the longest messages: leaves that carry less than the others
/// both ways, paths between two leaves that carry less than both do elsewhere, and hosts that are the reason
/// for it. `uplinks`: of a leaf, 0 where unknown. Fills in the leaf matrix, findings, the smallest loss that
/// would show and the picture. Throws FileError where the run does not say who is on which leaf.
void judge_leaf_streams(Diagnosis& diagnosis, const Run& run, const Machine& machine, std::int64_t uplinks);

}  // namespace fabricmap::diagnosis
