// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/launch/launcher.hpp"

#include <set>
#include <string>
#include <vector>

namespace fabricmap::site {

/// The hosts on which the launcher cannot start a program that does nothing, of those that are not left out
/// already. Several are tried at once, each for half a minute.
[[nodiscard]] std::vector<std::string> unstartable_hosts(const Launcher& launcher,
                                                         const std::set<std::string>& left_out);

}  // namespace fabricmap::site
