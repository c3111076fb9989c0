// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/stages/diagnose.hpp"

namespace fabricmap::diagnosis {

/// Of a run in which many flows share a time: between leaves, or into one host. Throws UsageError where
/// something else is asked of it.
[[nodiscard]] Diagnosis diagnosis_of_load(const Request& request, const Run& judged, const Machine& machine);

}  // namespace fabricmap::diagnosis
