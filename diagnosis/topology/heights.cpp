// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "diagnosis/topology/linkage.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

constexpr std::int64_t enough_pairs = std::int64_t{1} << 20;

/// Calls visit(distance, merge) for each measured pair, by the merge at which its hosts meet.
template <typename Visit>
void visit_pairs(const Eigen::Ref<const Eigen::MatrixXf>& distances, const DendrogramLayout& layout,
                 Visit visit) {
    for (std::size_t m = 0; m < layout.ranges.size(); ++m) {
        const auto& range = layout.ranges[m];
        for (int i = range.begin; i < range.middle; ++i) {
            const int host = layout.order[i];
            for (int j = range.middle; j < range.end; ++j) {
                const float distance = distances(layout.order[j], host);
                if (!std::isnan(distance)) visit(distance, m);
            }
        }
    }
}

}  // namespace

DendrogramLayout layout_of(const Dendrogram& dendrogram) {
    const auto hosts = static_cast<std::size_t>(dendrogram.hosts);
    List<int> sizes(hosts, 1);
    for (const auto& [left, right, height] : dendrogram.merges) sizes.push_back(sizes[left] + sizes[right]);
    DendrogramLayout layout{List<int>(hosts), {}};
    layout.ranges.resize(dendrogram.merges.size());
    List<int> begins(sizes.size(), 0);
    for (std::size_t m = dendrogram.merges.size(); m-- > 0;) {
        const auto& [left, right, height] = dendrogram.merges[m];
        const int begin = begins.at(hosts + m);
        begins[left] = begin;
        begins[right] = begin + sizes[left];
        layout.ranges[m] = {begin, begins[right], begins[right] + sizes[right]};
    }
    for (int host = 0; host < dendrogram.hosts; ++host) layout.order[begins[host]] = host;
    return layout;
}

double cophenetic_correlation(const Eigen::Ref<const Eigen::MatrixXf>& distances,
                              const Dendrogram& dendrogram, const DendrogramLayout& layout) {
    double count = 0;
    Eigen::Vector2d mean = Eigen::Vector2d::Zero();
    const auto pair_of = [&](float distance, std::size_t merge) -> Eigen::Vector2d {
        return {static_cast<double>(distance), static_cast<double>(dendrogram.merges[merge].height)};
    };
    visit_pairs(distances, layout, [&](float distance, std::size_t merge) {
        mean += pair_of(distance, merge);
        ++count;
    });
    mean /= count;
    Eigen::Matrix2d products = Eigen::Matrix2d::Zero();
    visit_pairs(distances, layout, [&](float distance, std::size_t merge) {
        const Eigen::Vector2d difference = pair_of(distance, merge) - mean;
        products += difference * difference.transpose();
    });
    // What rounding leaves of equal distances does not vary.
    const double smallest = count * 1e-12;
    if (!(products(0, 0) > smallest) || !(products(1, 1) > smallest)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return products(0, 1) / std::sqrt(products(0, 0) * products(1, 1));
}

double noise_about_heights(const Eigen::MatrixXf& distances, const Dendrogram& dendrogram,
                           const DendrogramLayout& layout) {
    const auto pairs = std::int64_t{dendrogram.hosts} * (dendrogram.hosts - 1) / 2;
    const auto fraction = static_cast<std::uint64_t>(1 + pairs / enough_pairs);
    std::uint64_t turn = 0;
    std::vector<double> residuals;
    visit_pairs(distances, layout, [&](float distance, std::size_t merge) {
        const auto met = static_cast<double>(layout.ranges[merge].pairs());
        // A height of one pair is that pair: it shows nothing.
        if (!is_drawn(turn++, fraction) || met < 2) return;
        const auto residual = static_cast<double>(std::abs(distance - dendrogram.merges[merge].height));
        residuals.push_back(residual * std::sqrt(met / (met - 1)));
    });
    return deviations_of_a_median * upper_median_of(residuals, 0);
}

}  // namespace fabricmap::diagnosis
