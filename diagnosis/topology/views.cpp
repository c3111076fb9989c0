// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/views.hpp"

#include "statistics/robust.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

constexpr Eigen::Index max_views = 512;

// Half of the eigenvalues of pure noise are below that fraction of the largest one (Wigner's semicircle).
constexpr double median_of_semicircle = 0.404;
constexpr double beyond_noise = 1.1;
constexpr double rounding = 1e-6;

}  // namespace

FilledDelays::FilledDelays(const Eigen::MatrixXf& delays)
    : delays_(delays),
      means_(delays.cols()),
      smallest_(std::numeric_limits<float>::infinity()),
      largest_(-std::numeric_limits<float>::infinity()) {
    for (Eigen::Index i = 0; i < hosts(); ++i) {
        float sum = 0;
        int count = 0;
        for (Eigen::Index j = 0; j < hosts(); ++j) {
            const float delay = delays(j, i);
            if (i == j || std::isnan(delay)) continue;
            sum += delay;
            smallest_ = std::min(smallest_, delay);
            ++count;
        }
        means_(i) = sum / static_cast<float>(std::max(1, count));
    }
    overall_ = means_.mean();
    for (Eigen::Index i = 0; i < hosts(); ++i) {
        for (Eigen::Index j = 0; j < hosts(); ++j) largest_ = std::max(largest_, in_their_units(j, i));
    }
}

float FilledDelays::in_their_units(Eigen::Index j, Eigen::Index i) const {
    if (i == j) return smallest_;
    const float delay = delays_(j, i);
    return std::isnan(delay) ? means_(i) + means_(j) - overall_ : delay;
}

Eigen::MatrixXf FilledDelays::matrix() const {
    return Eigen::MatrixXf::NullaryExpr(hosts(), hosts(),
                                        [this](Eigen::Index j, Eigen::Index i) { return (*this)(j, i); });
}

Eigen::MatrixXf views_without_noise(const Eigen::MatrixXf& filled) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(filled.cast<double>());
    const Eigen::VectorXd& values = solver.eigenvalues();
    // The unknown diagonal shifts all eigenvalues alike, as far as hosts are alike.
    std::vector<double> sorted(values.data(), values.data() + values.size());
    const double shift = upper_median_of(sorted, 0);
    const Eigen::VectorXd strengths = (values.array() - shift).abs();
    sorted.assign(strengths.data(), strengths.data() + strengths.size());
    const double bulk = upper_median_of(sorted, 0);
    const double limit =
        std::max(beyond_noise * bulk / median_of_semicircle, rounding * strengths.maxCoeff());
    Eigen::MatrixXf kept_views(filled.rows(), filled.cols());
    Eigen::Index kept = 0;
    for (Eigen::Index k = 0; k < values.size(); ++k) {
        if (strengths(k) <= limit) continue;
        kept_views.col(kept++) = (solver.eigenvectors().col(k) * strengths(k)).cast<float>();
    }
    return kept_views.leftCols(kept) / std::sqrt(static_cast<float>(filled.rows()));
}

Eigen::MatrixXf views(const FilledDelays& filled) {
    const Eigen::Index hosts = filled.hosts();
    const Eigen::Index wanted = std::min(max_views, hosts);
    Eigen::MatrixXf chosen(hosts, wanted);
    for (Eigen::Index k = 0; k < wanted; ++k) {
        for (Eigen::Index j = 0; j < hosts; ++j) chosen(j, k) = filled(j, k * hosts / wanted);
    }
    // Squares of numbers about zero lose the fewest digits.
    return (chosen.array() - chosen.mean()).matrix() / std::sqrt(static_cast<float>(wanted));
}

Eigen::MatrixXf differences_of(const Eigen::MatrixXf& views) {
    const Eigen::VectorXf squares = views.rowwise().squaredNorm();
    Eigen::MatrixXf differences = -2 * views * views.transpose();
    differences.colwise() += squares;
    differences.rowwise() += squares.transpose();
    return differences;
}

}  // namespace fabricmap::diagnosis
