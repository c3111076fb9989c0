// SPDX-License-Identifier: Apache-2.0
// How long the description of a run is by a fit.
#include "diagnosis/explanation/fit.hpp"
#include "diagnosis/explanation/threads.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

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
    std::vector<double> of_rows(static_cast<std::size_t>(hosts()));
    double sum = 0;
    for (std::size_t band = 0; band < bands(); ++band) {
        split_among_threads(of_rows.size(), of_rows.size(), look_, [&](std::size_t begin, std::size_t end) {
            std::vector<float> z;
            for (std::size_t from = begin; from < end; ++from) {
                read_deviations(band, static_cast<Eigen::Index>(from), z);
                const Eigen::Map<const Eigen::ArrayXf> row(z.data(), hosts());
                of_rows[from] = static_cast<double>((1 + row * row / tail_.degrees()).log().sum());
            }
        });
        // In their order, whoever was first.
        sum = std::accumulate(of_rows.begin(), of_rows.end(), sum);
    }
    return sum * static_cast<double>(tail_.degrees() + 1) / 2;
}

double Fit::description_length() const {
    return weight_of(bands()) * misfit_of_all() + length_of_causes();
}

double Fit::length_of_causes() const {
    constexpr double cost_of_a_class = 2;
    double length = 0;
    for (const Cause& cause : causes_)
        length += cause.cost + cost_of_a_class * static_cast<double>((cause.of_classes != 0).count());
    return length;
}

double Fit::length_of_structure() const {
    const auto n = static_cast<double>(hosts());
    double length = 2.0 * structure_->classes * static_cast<double>(bands()) * std::log(n);
    length += structure_->length_of_paths;
    // Without groups the place of each host tells which of its pairs are of which class.
    if (structure_->groups.empty() && structure_->classes > 1) length += n * std::log(n);
    if (structure_->groups_are_declared) return length;
    // To say that hosts sit together in another way than declared.
    constexpr double cost_of_another_tree = 30;
    if (!logs_->declared_groups.empty() && !structure_->groups.empty()) length += cost_of_another_tree;
    // A leaf that is alone above others that are not is a slow one rather than a level of its own, and so are
    // hosts.
    constexpr double cost_of_a_single = 30;
    for (std::size_t level = 0; level < structure_->groups.size(); ++level) {
        const double members = level == 0 ? n : group_count(structure_->groups[0]);
        length += members * std::log(static_cast<double>(group_count(structure_->groups[level])));
        length += cost_of_a_single * single_members(structure_->groups, level);
    }
    return length;
}

Fit::Length Fit::full_length() const {
    double logs = 0;
    for (std::size_t band = 0; band < bands(); ++band) {
        for (const std::uint32_t pair : sample_) logs += std::log(static_cast<double>(noise(band, pair)));
    }
    logs += tail_.misfit_of_none() * static_cast<double>(sample_.size() * bands());
    return {misfit_of_all() + logs * pairs_per_sample(), length_of_structure() + length_of_causes()};
}

}  // namespace fabricmap::diagnosis
