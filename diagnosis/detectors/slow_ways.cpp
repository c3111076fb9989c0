// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/cable_lengths.hpp"
#include "diagnosis/detectors/findings.hpp"
#include "diagnosis/detectors/groups.hpp"
#include "diagnosis/detectors/pair_curves.hpp"
#include "diagnosis/detectors/table.hpp"
#include "diagnosis/detectors/two_sides.hpp"

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t fewest_pairs = 4;

/// What three quarters of the pairs of hosts from each group to each other have at least. The way from one
/// group to another has the number one × groups + other.
Eigen::ArrayXf of_ways(const Eigen::ArrayXXf& links, const Groups& groups) {
    Eigen::ArrayXf shared =
        Eigen::ArrayXf::Constant(static_cast<Eigen::Index>(groups.size() * groups.size()), no_value);
    for (std::size_t one = 0; one < groups.size(); ++one) {
        for (std::size_t other = 0; other < groups.size(); ++other) {
            if (one == other || groups[one].size() * groups[other].size() < fewest_pairs) continue;
            shared(static_cast<Eigen::Index>(one * groups.size() + other)) =
                lower_quartile(values_between(links, groups[one], groups[other]));
        }
    }
    return shared;
}

HostPairs way_pairs(const std::vector<int>& senders, const std::vector<int>& receivers) {
    HostPairs pairs;
    for (const int sender : senders) {
        for (const int receiver : receivers) {
            pairs.emplace_back(static_cast<std::size_t>(sender), static_cast<std::size_t>(receiver));
        }
    }
    return pairs;
}

void subtract_way(Residue& residue, const std::vector<int>& senders, const std::vector<int>& receivers) {
    for (Eigen::ArrayXXf& links : residue.links) {
        const float common = median_of_numbers(values_between(links, senders, receivers));
        for (const int sender : senders) {
            for (const int receiver : receivers) links(sender, receiver) -= common;
        }
    }
}

Finding way_finding(const Case& subject, const Residue& residue, const std::vector<int>& one,
                    const std::vector<int>& other, const Call& call) {
    const Survey& survey = *subject.survey;
    const TwoSides curves{curve_of_pairs(subject, residue, way_pairs(one, other)),
                          curve_of_pairs(subject, residue, way_pairs(other, one))};
    Finding finding;
    finding.kind = FindingKind::slow_switch;
    describe(finding, subject, curves, call);
    const bool turned = finding.side == Side::receiver;
    if (turned) finding.side = Side::sender;
    name_path(finding, survey.machine, turned ? other : one, turned ? one : other);
    std::int64_t pairs = 0;
    for (const auto& [from, to] : way_pairs(one, other)) pairs += pairs_of_link(survey, from, to);
    weigh(finding, pairs, subject);
    tell_cable_lengths(finding, subject);
    return finding;
}

std::vector<Finding> find_slow_ways_among(const Groups& groups, const Case& subject, Residue& residue) {
    std::vector<Eigen::ArrayXf> values;
    for (const Window& window : windows_of(*subject.survey)) {
        values.push_back(of_ways(mean_over(residue.links, *subject.survey, window), groups));
    }
    const std::vector<Call> calls = call_parts(values, limits_of(subject));
    std::vector<Finding> findings;
    for (std::size_t one = 0; one < groups.size(); ++one) {
        for (std::size_t other = one + 1; other < groups.size(); ++other) {
            const Call* const call =
                strongest_of(calls, {one * groups.size() + other, other * groups.size() + one});
            if (call == nullptr) continue;
            findings.push_back(way_finding(subject, residue, groups[one], groups[other], *call));
            subtract_way(residue, groups[one], groups[other]);
            subtract_way(residue, groups[other], groups[one]);
        }
    }
    return findings;
}

}  // namespace

Detection find_slow_ways(const Case& subject, Residue residue) {
    return find_at_all_levels(subject, std::move(residue), find_slow_ways_among);
}

}  // namespace fabricmap::diagnosis
