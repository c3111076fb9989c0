// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/survey/survey.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// The shortest, the middle and the longest length for pictures.
[[nodiscard]] std::vector<HostPlane> host_planes(const DelayStack& stack, const Survey& survey);

}  // namespace fabricmap::diagnosis
