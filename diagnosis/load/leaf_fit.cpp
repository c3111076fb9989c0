// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/load/leaf_fit.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {

LeafFit::LeafFit(const Eigen::MatrixXd& logs) : leaves_(static_cast<int>(logs.rows())) {
    const Eigen::Index terms = 2 * logs.rows();
    Eigen::MatrixXd products = Eigen::MatrixXd::Zero(terms, terms);
    Eigen::VectorXd sums = Eigen::VectorXd::Zero(terms);
    int values = 0;
    const auto for_each_path = [&](const auto& act) {
        for (Eigen::Index sender = 0; sender < logs.rows(); ++sender) {
            for (Eigen::Index receiver = 0; receiver < logs.cols(); ++receiver) {
                if (std::isfinite(logs(sender, receiver))) act(sender, receiver);
            }
        }
    };
    for_each_path([&](Eigen::Index sender, Eigen::Index receiver) {
        const Eigen::Index receiving = logs.rows() + receiver;
        ++values;
        ++products(sender, sender);
        ++products(receiving, receiving);
        ++products(sender, receiving);
        ++products(receiving, sender);
        sums(sender) += logs(sender, receiver);
        sums(receiving) += logs(sender, receiver);
    });
    // The machine's own term is part of both sides', so that one of the terms is free.
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposed(products);
    covariance_ = decomposed.pseudoInverse();
    terms_ = covariance_ * sums;
    left_ = Eigen::MatrixXd::Constant(logs.rows(), logs.cols(), std::nan(""));
    double squares = 0;
    for_each_path([&](Eigen::Index sender, Eigen::Index receiver) {
        left_(sender, receiver) = logs(sender, receiver) - terms_(sender) - terms_(logs.rows() + receiver);
        squares += left_(sender, receiver) * left_(sender, receiver);
    });
    degrees_of_freedom_ = std::max(0, values - static_cast<int>(decomposed.rank()));
    if (degrees_of_freedom_ > 0) deviation_ = std::sqrt(squares / degrees_of_freedom_);
}

double LeafFit::standard_error(const Eigen::VectorXd& weights) const {
    return deviation_ * std::sqrt(std::max(0.0, weights.dot(covariance_ * weights)));
}

LeafEffect LeafFit::effect_of(int leaf, const std::vector<bool>& counts, LeafSide side) const {
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(terms_.size());
    const double sending = side == LeafSide::receiving ? 0 : side == LeafSide::both ? 0.5 : 1;
    const auto others =
        std::count(counts.begin(), counts.end(), true) - (counts[static_cast<std::size_t>(leaf)] ? 1 : 0);
    for (int other = 0; other < leaves_; ++other) {
        double weight = 1;
        if (other != leaf)
            weight = counts[static_cast<std::size_t>(other)] ? -1 / static_cast<double>(others) : 0;
        weights(other) = sending * weight;
        weights(leaves_ + other) = (1 - sending) * weight;
    }
    return {weights.dot(terms_), standard_error(weights)};
}

LeafEffect LeafFit::path_effect(int sender, int receiver) const {
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(terms_.size());
    weights(sender) = 1;
    weights(leaves_ + receiver) = 1;
    const double free = 1 - weights.dot(covariance_ * weights);
    constexpr double none = 1e-9;
    if (degrees_of_freedom_ < 2 || free < none || !std::isfinite(left_(sender, receiver))) return {};
    const double without = left_(sender, receiver) / free;
    const double squares = deviation_ * deviation_ * degrees_of_freedom_ - without * left_(sender, receiver);
    const double deviation = std::sqrt(std::max(0.0, squares) / (degrees_of_freedom_ - 1));
    return {without, deviation / std::sqrt(free)};
}

}  // namespace fabricmap::diagnosis
