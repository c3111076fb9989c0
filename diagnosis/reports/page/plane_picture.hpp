// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/reports/page/marks.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

enum class PlaneValue : std::uint8_t { delay, factor };

/// The plane in grey, the slower the darker, with names of hosts beside it, its scale below it, and the
/// findings marked on it: rows of what a part sends, columns of what it receives, blocks and cells of ways,
/// each with the finding's number. Empty where nothing was measured.
[[nodiscard]] std::string plane_picture(const Diagnosis& diagnosis, const HostPlane& plane, PlaneValue value,
                                        const std::vector<int>& order, const std::vector<Mark>& marks);

}  // namespace fabricmap::diagnosis
