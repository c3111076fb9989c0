// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace fabricmap::lab {

/// Ends virtual clusters whose starter is gone, and says of each in one line what was ended. The kernel ends
/// them by itself, so there is something to do only where that was hindered. Clusters whose starter lives
/// are left alone. A cluster that does not end when it is told to, which may take the ten seconds that it
/// waits for its command itself, is killed after `patience`. Throws UsageError where only root can
/// send_report.
[[nodiscard]] std::vector<std::string> remove_leftovers(
    std::chrono::milliseconds patience = std::chrono::seconds(12));

}  // namespace fabricmap::lab
