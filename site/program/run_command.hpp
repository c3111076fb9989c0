// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"

#include <string>
#include <vector>

namespace fabricmap::site {

/// Carries out what the words behind `fabricmap` ask for, or becomes the program that does. Throws UsageError
/// with the nearest command where there is no such one.
ExitCode run_command(const std::vector<std::string>& words);

}  // namespace fabricmap::site
