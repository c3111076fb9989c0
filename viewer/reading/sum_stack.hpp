// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/delay_stack.hpp"

#include <memory>

namespace fabricmap::viewer {

/// One plane that stands for all: the sums over the lengths, under the shortest of them. Cells that are not
/// known at a length add nothing.
[[nodiscard]] std::shared_ptr<const DelayStack> sum_over_lengths(std::shared_ptr<const DelayStack> stack);

}  // namespace fabricmap::viewer
