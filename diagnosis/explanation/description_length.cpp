// SPDX-License-Identifier: Apache-2.0
// How long the description of a run is by a fit.
#include "diagnosis/explanation/fit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace fabricmap::diagnosis {
namespace {

/// How many groups of a level are a single leaf, of the lowest a single host.
double single_members(const std::vector<GroupLabels>& groups, std::size_t level) {
    std::map<int, std::set<int>> members;
    for (std::size_t host = 0; host < groups.front().size(); ++host)
        members[groups[level][host]].insert(level == 0 ? static_cast<int>(host) : groups.front()[host]);
    return static_cast<double>(std::count_if(members.begin(), members.end(),
                                             [](const auto& group) { return group.second.size() == 1; }));
}

}  // namespace

double Fit::misfit_of_all() const {
    double sum = 0;
    Eigen::ArrayXf row(hosts());
    for (std::size_t band = 0; band < bands(); ++band) {
        for (Eigen::Index from = 0; from < hosts(); ++from) {
            for (Eigen::Index to = 0; to < hosts(); ++to) {
                const float z = deviations(band, pair(from, to));
                row(to) = z * z / tail_.degrees();
            }
            sum += static_cast<double>((1 + row).log().sum());
        }
    }
    return sum * static_cast<double>(tail_.degrees() + 1) / 2;
}

double Fit::description_length() const {
    double length = weight_of(bands()) * misfit_of_all();
    for (const Cause& cause : causes_) length += cause.cost;
    return length;
}

double Fit::length_of_structure() const {
    const auto n = static_cast<double>(hosts());
    double length = 2.0 * structure_.classes * static_cast<double>(bands()) * std::log(n);
    // A leaf that is alone above others that are not is a slow one rather than a level of its own, and so are
    // hosts.
    constexpr double cost_of_a_single = 30;
    for (std::size_t level = 0; level < structure_.groups.size(); ++level) {
        const double members = level == 0 ? n : group_count(structure_.groups[0]);
        length += members * std::log(static_cast<double>(group_count(structure_.groups[level])));
        length += cost_of_a_single * single_members(structure_.groups, level);
    }
    return length;
}

double Fit::full_length(double weight) const {
    double logs = 0;
    for (std::size_t band = 0; band < bands(); ++band) {
        for (const std::uint32_t pair : sample_) logs += std::log(static_cast<double>(noise(band, pair)));
    }
    logs += tail_.misfit_of_none() * static_cast<double>(sample_.size() * bands());
    double length = weight * (misfit_of_all() + logs * pairs_per_sample()) + length_of_structure();
    for (const Cause& cause : causes_) length += cause.cost;
    return length;
}

}  // namespace fabricmap::diagnosis
