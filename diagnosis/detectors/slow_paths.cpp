// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/cable_lengths.hpp"
#include "diagnosis/residual/cables.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/groups.hpp"
#include "diagnosis/residual/pair_curves.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "diagnosis/residual/whole_values.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_pairs = 4;
/// Of fewer, what noise beside each pair has slowed may be most.
constexpr std::size_t min_pairs_beside_noise = 32;

/// What three quarters of the pairs of hosts from each group to each other have at least. The path from one
/// group to another has the number one × groups + other.
Eigen::ArrayXf of_paths(const Eigen::ArrayXXf& links, const Groups& groups, std::size_t min_of_a_path) {
    Eigen::ArrayXf shared =
        Eigen::ArrayXf::Constant(static_cast<Eigen::Index>(groups.size() * groups.size()), no_value);
    for (std::size_t one = 0; one < groups.size(); ++one) {
        for (std::size_t other = 0; other < groups.size(); ++other) {
            if (one == other || groups[one].size() * groups[other].size() < min_of_a_path) continue;
            shared(static_cast<Eigen::Index>(one * groups.size() + other)) =
                lower_quartile(values_between(links, groups[one], groups[other]));
        }
    }
    return shared;
}

HostPairs path_pairs(const HostList& senders, const HostList& receivers) {
    HostPairs pairs;
    for (const HostIndex sender : senders) {
        for (const HostIndex receiver : receivers) pairs.emplace_back(sender, receiver);
    }
    return pairs;
}

void subtract_path(Residual& residual, const HostList& senders, const HostList& receivers) {
    for (Eigen::ArrayXXf& links : residual.links) {
        const float common = median_of_numbers(values_between(links, senders, receivers));
        links(senders, receivers) -= common;
    }
}

Finding path_finding(const Case& subject, const Residual& residual, const HostList& one,
                     const HostList& other, const Outlier& outlier) {
    const Survey& survey = *subject.survey;
    const TwoSides curves{curve_of_pairs(subject, residual, path_pairs(one, other)),
                          curve_of_pairs(subject, residual, path_pairs(other, one))};
    Finding finding;
    finding.kind = FindingKind::slow_switch;
    describe(finding, subject, curves, outlier);
    const bool turned = finding.side == Side::receiver;
    if (turned) finding.side = Side::sender;
    name_path(finding, survey.machine, turned ? other : one, turned ? one : other);
    std::int64_t pairs = 0;
    for (const auto& [from, to] : path_pairs(one, other)) pairs += pairs_of_link(survey, from, to);
    weigh(finding, pairs, subject);
    recognise_longer_cables(finding, subject);
    return finding;
}

/// What a few of the pairs between two groups have in common, before single values were cut.
std::vector<float> whole_curve(const Case& subject, const Residual& residual, const HostList& senders,
                               const HostList& receivers) {
    constexpr std::size_t enough_pairs = 16;
    HostPairs pairs = path_pairs(senders, receivers);
    pairs.resize(std::min(pairs.size(), enough_pairs));
    return curve_of_pairs(subject, residual, pairs);
}

std::vector<Finding> find_slow_paths_among(const Groups& groups, const Case& subject, Residual& residual) {
    const std::vector<Window> windows = windows_of(*subject.survey);
    const std::size_t min_of_a_path =
        is_beside_noise(subject.run->description()) ? min_pairs_beside_noise : min_pairs;
    const auto values = in_each(windows, [&](const Window& window) {
        return of_paths(mean_over(residual.links, *subject.survey, window), groups, min_of_a_path);
    });
    WholeValues whole_values(windows, [&](std::size_t path) -> WholeValues::Curves {
        return {whole_curve(subject, residual, groups[path / groups.size()], groups[path % groups.size()]),
                {}};
    });
    const std::vector<Outlier> outliers =
        find_clipped_outliers(values, limits_of_pairs(subject, windows), std::ref(whole_values));
    std::vector<Finding> findings;
    const auto groups_at_ends = [&](const Outlier& outlier) -> std::pair<std::size_t, std::size_t> {
        return std::minmax(outlier.part / groups.size(), outlier.part % groups.size());
    };
    for (const auto& [ends, outlier] : strongest_by(outliers, groups_at_ends)) {
        const HostList& one = groups[ends.first];
        const HostList& other = groups[ends.second];
        findings.push_back(path_finding(subject, residual, one, other, outlier));
        subtract_path(residual, one, other);
        subtract_path(residual, other, one);
    }
    return findings;
}

Detection find_slow_paths(const Case& subject, Residual residual) {
    return find_at_all_levels(subject, std::move(residual), find_slow_paths_among);
}

}  // namespace

extern constinit const Detector slow_paths_detector{"slow paths between switches", missing_switches,
                                                    find_slow_paths};

}  // namespace fabricmap::diagnosis
