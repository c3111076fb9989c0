// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/chart.hpp"
#include "viewer/reading/curves.hpp"

#include <cstddef>
#include <optional>

namespace fabricmap::viewer {

/// The curves as they are drawn, in the viewer's language; `current` is the index of the marked length.
[[nodiscard]] picture::Chart chart_of(const CurveSet& set, const std::optional<std::size_t>& current);

}  // namespace fabricmap::viewer
