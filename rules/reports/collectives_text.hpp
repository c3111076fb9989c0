// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/reports/report.hpp"

#include <string>

namespace fabricmap::rules {

/// Which algorithms would have been faster for the trace's collective operations; empty where no run of such
/// was given.
[[nodiscard]] std::string collectives_text(const Report& report);

}  // namespace fabricmap::rules
