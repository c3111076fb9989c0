// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace fabricmap::diagnosis {

/// Delays in which the pairs that were not measured (NaN) have what both hosts' means let expect, and the
/// diagonal the least delay; in units of the largest.
[[nodiscard]] Eigen::MatrixXf without_gaps(const Eigen::MatrixXf& delays);

/// How each host sees the others, a row a host: the delays to all, or to an even choice of many.
[[nodiscard]] Eigen::MatrixXf views(const Eigen::MatrixXf& filled);

/// The same in the directions alone in which views differ by more than noise.
[[nodiscard]] Eigen::MatrixXf views_without_noise(const Eigen::MatrixXf& filled);

/// The mean squared difference of two hosts' views, hosts × hosts. In a grid it separates neighbours from the
/// rest better than their own delay does, since neighbours differ by one hop from everywhere.
[[nodiscard]] Eigen::MatrixXf differences_of(const Eigen::MatrixXf& views);

}  // namespace fabricmap::diagnosis
