// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "base/workers.hpp"

#include <Eigen/Core>

namespace fabricmap::diagnosis {

/// Senders × ranks, as rows of planes are.
using Logarithms = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The logarithms of rows of a plane, of senders from the first on; NaN for what is not above zero, 0 for a
/// rank with itself. `logs` is resized where it has to be.
void take_logarithms(const Matrix& rows, Eigen::Index first_sender, Logarithms& logs, Workers& workers);

}  // namespace fabricmap::diagnosis
