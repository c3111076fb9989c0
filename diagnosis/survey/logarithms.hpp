// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/workers.hpp"
#include "netcdf_schema/matrix.hpp"

#include <Eigen/Core>

namespace fabricmap::diagnosis {

/// Ranks × ranks, as planes are.
using Logarithms = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The logarithms of a plane; NaN for what is not above zero, 0 for a rank with itself. `logs` has the
/// plane's size, and is kept from plane to plane.
void take_logarithms(const Matrix& plane, Logarithms& logs, clusterizer::Workers& workers);

}  // namespace fabricmap::diagnosis
