// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/residual/case.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <functional>

namespace fabricmap::diagnosis {

/// The values of the parts that a detector looks at in a window, NaN for none.
using ValuesIn = std::function<Eigen::ArrayXf(const Window&)>;

/// What else is known of each part's value.
struct PartValue {
    int values_of_a_part = 1;  ///< see OutlierLimit
    int max_degrees_of_freedom = 30;
    float uncertainty = 0;  ///< of it by itself, beside the bulk's deviation; a logarithm
};

/// The smallest effects that find_outliers finds among such values with 95 % chance, by their noise and their
/// number.
[[nodiscard]] Detectable detectable_among(const Case& subject, DetectablePart part, const ValuesIn& values,
                                          const PartValue& each = {});

/// The same of find_outliers_on_two_sides.
[[nodiscard]] Detectable detectable_on_two_sides(const Case& subject, DetectablePart part,
                                                 const Eigen::ArrayXXf& sending,
                                                 const Eigen::ArrayXXf& receiving, int values_of_a_part = 1);

}  // namespace fabricmap::diagnosis
