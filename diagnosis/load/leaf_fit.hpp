// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include <vector>

namespace fabricmap::diagnosis {

/// How much more a leaf carries than others do: a logarithm.
struct LeafEffect {
    double log_ratio = 0;
    double standard_error = 0;
};

enum class LeafSide : std::uint8_t { sending, receiving, both };

/// Logarithms of what leaves carry to each other as a sum: of the machine, of the leaf that sends, of the one
/// that receives, and what is left, by least squares. A leaf that carries less moves no other's term, and a
/// path that does hardly moves any.
class LeafFit {
  public:
    /// NaN where two leaves did not meet, as on the diagonal.
    explicit LeafFit(const Eigen::MatrixXd& logs);

    [[nodiscard]] int degrees_of_freedom() const noexcept { return degrees_of_freedom_; }
    /// Of a leaf against the mean of the others that count.
    [[nodiscard]] LeafEffect effect_of(int leaf, const std::vector<bool>& counts, LeafSide side) const;
    /// What is left of a path, with the error that it has where the path itself is left out of the fit.
    [[nodiscard]] LeafEffect path_effect(int sender, int receiver) const;

  private:
    [[nodiscard]] double standard_error(const Eigen::VectorXd& weights) const;

    int leaves_;
    int degrees_of_freedom_ = 0;
    double deviation_ = 0;        ///< of what is left
    Eigen::MatrixXd covariance_;  ///< of the terms, but for the deviation's square: senders', then receivers'
    Eigen::VectorXd terms_;
    Eigen::MatrixXd left_;
};

}  // namespace fabricmap::diagnosis
