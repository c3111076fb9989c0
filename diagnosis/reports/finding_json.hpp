// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json_values.hpp"
#include "diagnosis/model/finding.hpp"

namespace fabricmap::diagnosis {

/// A finding in every JSON report: kind, part, effect, evidence, advice and sentence; SI units, and null for
/// numbers that are not known.
[[nodiscard]] Json finding_json(const Finding& finding);

}  // namespace fabricmap::diagnosis
