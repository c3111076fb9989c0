// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
#include "diagnosis/survey/survey.hpp"
#include "netcdf_schema/run/delay_stack.hpp"

#include <cstddef>
#include <vector>

namespace fabricmap::diagnosis {

/// Of each finding, whether it is a link as slow as some are to be expected where values scatter as those of
/// all pairs of this run do: by the ranks of its values among those of the others at each length, taken
/// together (Fisher, Statistical Methods for Research Workers, 1925), and the number of links.
[[nodiscard]] std::vector<bool> are_links_as_slow_as_others(const std::vector<Finding>& findings,
                                                            const DelayStack& stack, const Survey& survey);

/// Whether a link with so many values can be slower than that at all: few links do not show how values
/// scatter.
[[nodiscard]] bool may_links_stand_out(const Survey& survey, std::size_t values_of_a_link);

}  // namespace fabricmap::diagnosis
