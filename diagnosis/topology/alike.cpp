// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/residual_structure.hpp"
#include "diagnosis/topology/views.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

constexpr Eigen::Index max_compared_hosts = 256;
constexpr double chance_deviations = 7;  // pure noise of 3 to 256 hosts gave 4.6 at the most

Eigen::MatrixXf even_choice(const Eigen::MatrixXf& logarithms) {
    const Eigen::Index hosts = std::min(max_compared_hosts, logarithms.cols());
    Eigen::MatrixXf chosen(hosts, hosts);
    const auto place = [&](Eigen::Index i) { return i * logarithms.cols() / hosts; };
    for (Eigen::Index i = 0; i < hosts; ++i) {
        for (Eigen::Index j = 0; j < hosts; ++j) chosen(j, i) = logarithms(place(j), place(i));
    }
    return chosen;
}

/// What is left when each host's own mean is taken out; zero where nothing was measured.
Eigen::MatrixXf without_means(Eigen::MatrixXf logarithms) {
    logarithms.diagonal().setConstant(std::numeric_limits<float>::quiet_NaN());
    const Eigen::Index hosts = logarithms.cols();
    Eigen::VectorXf means(hosts);
    for (int sweep = 0; sweep < 4; ++sweep) {
        for (Eigen::Index i = 0; i < hosts; ++i) {
            const auto column = logarithms.col(i).array();
            const auto measured = static_cast<float>(hosts - column.isNaN().count());
            means(i) = column.isNaN().select(0, column).sum() / std::max(1.0F, measured) / 2;
        }
        logarithms.colwise() -= means;
        logarithms.rowwise() -= means.transpose();
    }
    return logarithms.array().isNaN().select(0, logarithms);
}

}  // namespace

bool near_hosts_are_alike(const Eigen::MatrixXf& logarithms) {
    const Eigen::MatrixXf residuals = without_means(even_choice(logarithms));
    // What two hosts see of each other is no evidence on how they see the others.
    const Eigen::MatrixXf differences = differences_of(residuals) - 2 * residuals.cwiseAbs2();
    double count = 0;
    Eigen::Vector2d mean = Eigen::Vector2d::Zero();
    Eigen::Matrix2d products = Eigen::Matrix2d::Zero();
    for (Eigen::Index i = 0; i < residuals.cols(); ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
            const Eigen::Vector2d pair(residuals(j, i), differences(j, i));
            mean += pair;
            products += pair * pair.transpose();
            ++count;
        }
    }
    mean /= count;
    products = products / count - mean * mean.transpose();
    const double correlation = products(0, 1) / std::sqrt(products(0, 0) * products(1, 1));
    return correlation * std::sqrt(count) > chance_deviations;
}

}  // namespace fabricmap::diagnosis
