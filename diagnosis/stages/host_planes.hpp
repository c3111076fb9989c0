// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/survey/survey.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// The shortest, the middle and the longest length for pictures.
[[nodiscard]] std::vector<HostPlane> host_planes(const DelayStack& stack, const Survey& survey);

/// Further lengths for pictures: of small machines some between those of the diagnosis' planes, of any the
/// length of its largest fault and those that are asked for.
[[nodiscard]] std::vector<HostPlane> further_planes(const DelayStack& stack, const Survey& survey,
                                                    const Diagnosis& diagnosis,
                                                    std::optional<std::int64_t> asked_bytes);

}  // namespace fabricmap::diagnosis
