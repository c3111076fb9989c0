// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "naive_expressions.hpp"

namespace fabricmap::testing {

/// Whether the times that a rule looks at are, or may be, of several hosts. `answer`: the variables that the
/// binding has records of.
[[nodiscard]] bool compares_hosts(const rules::Rule& rule, const NaiveTrace& trace,
                                  const std::vector<std::size_t>& answer, const NaiveBinding& binding);

}  // namespace fabricmap::testing
