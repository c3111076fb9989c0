// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fabricmap {

/// The name of the machine that this process runs on, as the system has it.
[[nodiscard]] std::string host_name();

}  // namespace fabricmap
