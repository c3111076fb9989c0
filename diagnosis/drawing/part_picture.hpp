// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "picture/layout/chart.hpp"

namespace fabricmap::diagnosis {

/// What a part sends and receives by message length, in times of what is expected, over the quartiles of its
/// peers, and what it did in the baseline.
[[nodiscard]] picture::Chart part_chart(const Diagnosis& diagnosis, const PartCurves& curves);

/// The curves of that part; null where there are none.
[[nodiscard]] const PartCurves* curves_of(const Diagnosis& diagnosis, const Part& part) noexcept;

}  // namespace fabricmap::diagnosis
