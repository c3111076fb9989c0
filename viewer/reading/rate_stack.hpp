// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/reading/shared_stack.hpp"

#include <memory>

namespace fabricmap::viewer {

/// Bytes a second that messages of each pair carry, read when it is asked for: of `delays` of that run, at
/// the lengths of which a rate is known (rated_lengths). NaN where a longer message takes no
/// longer. Throws UsageError where there is no such length.
[[nodiscard]] std::shared_ptr<const DelayStack> rates_of(const Opened& run,
                                                         std::shared_ptr<const DelayStack> delays);

}  // namespace fabricmap::viewer
