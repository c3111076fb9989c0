// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/survey/survey.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// What each host sends and receives at the two longest lengths.
[[nodiscard]] std::vector<HostRates> host_rates(const RunDescription& run, const DelayStack& stack,
                                                const Survey& survey);

}  // namespace fabricmap::diagnosis
