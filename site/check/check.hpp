// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "site/check/check_options.hpp"

namespace fabricmap::site {

/// Measures, diagnoses, compares with the accepted checks, prints the report, and keeps it all. With a dry
/// run it prints the plan alone.
ExitCode check(const CheckOptions& options);

}  // namespace fabricmap::site
