// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "site/tune/tune_options.hpp"

namespace fabricmap::site {

/// Measures, prints which algorithms are faster, writes the rules, and tries them.
[[nodiscard]] ExitCode tune(const TuneOptions& options);

}  // namespace fabricmap::site
