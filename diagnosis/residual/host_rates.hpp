// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/survey/survey.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// What each host sends and receives at the two longest lengths, in bytes a second. Nothing where its peers
/// disagree: where the 95 % interval of their median would be wider than a quarter of it on either side.
[[nodiscard]] std::vector<HostRates> host_rates(const RunDescription& run, const DelayStack& stack,
                                                const Survey& survey);

}  // namespace fabricmap::diagnosis
