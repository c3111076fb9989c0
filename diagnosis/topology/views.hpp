// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace fabricmap::diagnosis {

/// Delays in which the pairs that were not measured (NaN) have what both hosts' means let expect, and the
/// diagonal the least delay; in units of the largest. Each is worked out where it is asked for: of very many
/// hosts a matrix is large.
class FilledDelays {
  public:
    /// `delays` must outlive it.
    explicit FilledDelays(const Eigen::MatrixXf& delays);

    [[nodiscard]] Eigen::Index hosts() const noexcept { return delays_.cols(); }
    [[nodiscard]] float operator()(Eigen::Index j, Eigen::Index i) const {
        return in_their_units(j, i) / largest_;
    }
    [[nodiscard]] Eigen::MatrixXf matrix() const;

  private:
    [[nodiscard]] float in_their_units(Eigen::Index j, Eigen::Index i) const;

    const Eigen::MatrixXf& delays_;
    Eigen::VectorXf means_;
    float overall_ = 0;
    float smallest_;
    float largest_;
};

/// How each host sees the others, a row a host: the delays to all, or to an even choice of many.
[[nodiscard]] Eigen::MatrixXf views(const FilledDelays& filled);

/// The same in the directions alone in which views differ by more than noise.
[[nodiscard]] Eigen::MatrixXf views_without_noise(const Eigen::MatrixXf& filled);

/// The mean squared difference of two hosts' views, hosts × hosts. In a grid it separates neighbours from the
/// rest better than their own delay does, since neighbours differ by one hop from everywhere.
[[nodiscard]] Eigen::MatrixXf differences_of(const Eigen::MatrixXf& views);

}  // namespace fabricmap::diagnosis
