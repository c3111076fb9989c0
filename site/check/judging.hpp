// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json_values.hpp"
#include "site/store/baseline.hpp"
#include "site/store/store.hpp"

#include <map>
#include <string>

namespace fabricmap::site {

/// How the run was measured, of a diagnosis of it.
[[nodiscard]] MeasuredAs measured_as(const Json& diagnosis);

/// Takes verdict, findings and hosts from the diagnosis into the check. `left_out`: hosts that could not be
/// measured to the end, and why.
void take_diagnosis(CheckRecord& check, const Json& diagnosis,
                    const std::map<std::string, std::string>& left_out);

/// What each host takes against itself in the accepted checks.
void compare_with_own(CheckRecord& check, const Baseline& baseline);

/// Hosts that the last check before found faulty, and this one does not.
void find_recovered(CheckRecord& check, const Store& store);

}  // namespace fabricmap::site
