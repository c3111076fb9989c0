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
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

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
        find_clipped_outliers(values, limits_of(subject), std::ref(whole_values));
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

/// Routers that know each other within their group, by the hosts below them, where the delays show such: in a
/// dragonfly a message to another group is led over one of them.
class RouterGroups {
  public:
    explicit RouterGroups(const Survey& survey) : survey_(&survey) {
        if (survey.classes.topology.shape == Shape::hierarchy || survey.classes.topology.shape == Shape::grid)
            return;
        const std::vector<Groups> partitions = partitions_of(survey);
        if (partitions.empty()) return;
        routers_ = partitions.back();
        group_routers();
        for (std::size_t router = 0; router < routers_.size(); ++router) {
            for (const HostIndex host : routers_[router]) router_of_[survey.machine.hosts[host]] = router;
        }
    }

    /// The router that all these hosts are below; nothing where they are below several.
    [[nodiscard]] std::optional<std::size_t> router_of(const std::vector<std::string>& hosts) const {
        std::optional<std::size_t> router;
        for (const std::string& host : hosts) {
            const auto found = router_of_.find(host);
            if (found == router_of_.end() || (router && *router != found->second)) return std::nullopt;
            router = found->second;
        }
        return router;
    }

    /// The group of routers that all these hosts are below; nothing where they are below several.
    [[nodiscard]] std::optional<std::size_t> group_of(const std::vector<std::string>& hosts) const {
        std::optional<std::size_t> group;
        for (const std::string& host : hosts) {
            const auto found = router_of_.find(host);
            if (found == router_of_.end() || (group && *group != groups_[found->second])) return std::nullopt;
            group = groups_[found->second];
        }
        return group;
    }

  private:
    /// Joins routers that are the nearest to each other, directly or over others.
    void group_routers() {
        const std::size_t count = routers_.size();
        std::uint8_t nearest = no_class;
        for (std::size_t one = 0; one < count; ++one) {
            groups_.push_back(one);
            for (std::size_t other = 0; other < one; ++other)
                nearest = std::min(nearest, class_between(one, other));
        }
        for (std::size_t one = 0; one < count; ++one) {
            for (std::size_t other = 0; other < one; ++other) {
                if (class_between(one, other) == nearest)
                    std::replace(groups_.begin(), groups_.end(), groups_[one], std::size_t{groups_[other]});
            }
        }
    }

    /// Of most pairs of hosts between the two.
    [[nodiscard]] std::uint8_t class_between(std::size_t one, std::size_t other) const {
        std::vector<std::uint8_t> numbers;
        for (const HostIndex host : routers_[one]) {
            for (const HostIndex partner : routers_[other])
                numbers.push_back(survey_->class_between(host, partner));
        }
        return upper_median_of(numbers);
    }

    const Survey* survey_;
    Groups routers_;
    std::vector<std::size_t> groups_;  ///< of each router, a number that those of one group share
    std::map<std::string, std::size_t> router_of_;
};

/// Where the two ends of a path are: routers and groups, as far as each end is at one.
struct PathEnds {
    std::array<std::optional<std::size_t>, 2> routers;
    std::array<std::optional<std::size_t>, 2> groups;

    [[nodiscard]] bool is_between_two_routers_of_a_group() const {
        return routers[0] && routers[1] && routers[0] != routers[1] && groups[0] == groups[1];
    }
    /// Whether messages of this path may be led over a cable between two routers of a group: they come from
    /// another group or go to one, or one of the two routers is an end of theirs.
    [[nodiscard]] bool may_lead_over(const PathEnds& cable) const {
        const auto here = std::count(groups.begin(), groups.end(), cable.groups[0]);
        if (here < 2) return here == 1;
        return std::any_of(routers.begin(), routers.end(), [&](const auto& router) {
            return router && (router == cable.routers[0] || router == cable.routers[1]);
        });
    }
};

PathEnds ends_of_path(const Finding& finding, const RouterGroups& routers) {
    const std::optional<Ends> ends = ends_of(finding.part);
    if (!ends) return {};
    return {{routers.router_of(ends->senders), routers.router_of(ends->receivers)},
            {routers.group_of(ends->senders), routers.group_of(ends->receivers)}};
}

bool are_about_as_slow(const Finding& one, const Finding& other) {
    const double effect = std::log(one.effect->factor);
    const double other_effect = std::log(other.effect->factor);
    return 2 * std::min(effect, other_effect) > std::max(effect, other_effect);
}

/// Takes the slow paths that a slow one between two routers of a group explains: a cable between the two
/// carries them all. Returns how many.
std::size_t join_paths(std::vector<Finding>& findings, std::size_t number, const RouterGroups& routers) {
    constexpr std::size_t min_explained = 2;
    const PathEnds cable = ends_of_path(findings[number], routers);
    if (!cable.is_between_two_routers_of_a_group()) return 0;
    const auto is_led_over = [&](const Finding& finding) {
        return &finding != &findings[number] && are_about_as_slow(finding, findings[number]) &&
               ends_of_path(finding, routers).may_lead_over(cable);
    };
    const auto explained =
        static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), is_led_over));
    if (explained < min_explained) return 0;
    // The direct path weighs little in its class, or is taken for another level; the others show how slow it
    // is.
    Finding joined = findings[number];
    joined.side = Side::both;
    std::vector<Finding> others;
    for (const Finding& finding : findings) {
        if (&finding == &findings[number]) continue;
        if (!is_led_over(finding)) {
            others.push_back(finding);
            continue;
        }
        joined.severity += finding.severity;
        if (finding.effect->factor > joined.effect->factor) joined.effect = finding.effect;
        joined.from_length_bytes = std::min(joined.from_length_bytes, finding.from_length_bytes);
    }
    joined.evidence.notes.push_back(
        {"{} paths to and from other groups of hosts are slower as well: those over this cable.",
         {std::to_string(explained)}});
    others.push_back(std::move(joined));
    findings = std::move(others);
    return explained;
}

void join_paths_over_one_cable(std::vector<Finding>& findings, const Survey& survey) {
    const RouterGroups routers(survey);
    for (std::size_t number = 0; number < findings.size(); ++number) {
        if (join_paths(findings, number, routers) > 0) return;
    }
}

Detection find_slow_paths(const Case& subject, Residual residual) {
    Detection detection = find_at_all_levels(subject, std::move(residual), find_slow_paths_among);
    join_paths_over_one_cable(detection.findings, *subject.survey);
    return detection;
}

}  // namespace

extern constinit const Detector slow_paths_detector{"slow paths between switches", missing_switches,
                                                    find_slow_paths};

}  // namespace fabricmap::diagnosis
