// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/check/check_options.hpp"

#include <string>
#include <vector>

namespace fabricmap::site {

/// Becomes a job of low priority on the nodes that are idle now, which is a check with these words. Throws
/// Error with ExitCode::undecided where fewer than two are.
[[noreturn]] void become_job_on_idle_nodes(const CheckOptions& options, std::vector<std::string> words);

}  // namespace fabricmap::site
