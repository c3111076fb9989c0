// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/finding.hpp"

#include <string>

namespace fabricmap::diagnosis {

/// A sentence on what to look at first.
[[nodiscard]] std::string advice_on(const Finding& finding);

}  // namespace fabricmap::diagnosis
