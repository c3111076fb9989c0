// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fabricmap {

/// The name of the machine that this process runs on, as the system has it.
[[nodiscard]] std::string host_name();

/// "cn1" of "cn1.cluster"; an address is as it was.
[[nodiscard]] std::string without_domain(const std::string& host);

}  // namespace fabricmap
