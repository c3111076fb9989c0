// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "picture/layout/marks.hpp"
#include "picture/layout/sheet.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

enum class PlaneValue : std::uint8_t { delay, factor };

/// The plane, the slower the darker, with names of hosts beside it, its scale, and the findings marked on it.
/// Nothing where nothing was measured.
[[nodiscard]] std::optional<picture::Drawing> plane_picture(const Diagnosis& diagnosis,
                                                            const HostPlane& plane, PlaneValue value,
                                                            const std::vector<int>& order,
                                                            const std::vector<picture::Mark>& marks,
                                                            const picture::Sheet& sheet = {});

}  // namespace fabricmap::diagnosis
