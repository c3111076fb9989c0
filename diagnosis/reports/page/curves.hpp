// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/diagnosis.hpp"
#include "diagnosis/reports/page/chart.hpp"

namespace fabricmap::diagnosis {

/// The medians of the classes of pairs, with the lengths at which they change their course.
[[nodiscard]] Chart class_chart(const Diagnosis& diagnosis);

/// How much slower the worst parts are at each length; those whose findings are about lengths.
[[nodiscard]] Chart factor_chart(const Diagnosis& diagnosis);

}  // namespace fabricmap::diagnosis
