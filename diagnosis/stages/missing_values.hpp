// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/survey.hpp"

namespace fabricmap::diagnosis {

/// Of the pairs of ranks that were measured at some length, what lacks at others. Each pair of hosts counts
/// alike.
[[nodiscard]] double partly_missing_fraction_of(const Survey& survey);

}  // namespace fabricmap::diagnosis
