// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "netcdf_schema/run/run.hpp"

#include <functional>
#include <vector>

namespace fabricmap::diagnosis {

/// Smaller shifts between sets of several runs are none, whatever their chance.
inline constexpr double min_shift_of_sets = 0.02;

struct ComparisonResult {
    Comparison facts;
    std::vector<Finding> findings;          ///< regressions and improvements
    std::vector<NotExamined> not_examined;  ///< hosts that could not be compared
};

/// Compares runs of a machine with those of another time. The run is the unit of replication: a part has
/// changed when its values in all runs of one side lie apart from those of the other, by more than most
/// parts' do. Between so few runs that they prove nothing, `min_effect` is the least change that counts.
/// `step` is called after each plane.
[[nodiscard]] ComparisonResult compare(const std::vector<const Run*>& runs,
                                       const std::vector<const Run*>& baseline, double min_effect,
                                       const std::function<void()>& step);

}  // namespace fabricmap::diagnosis
