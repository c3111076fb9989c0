// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/cables.hpp"
#include "diagnosis/residual/detectable.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/pair_curves.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "diagnosis/residual/whole_values.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricmap::diagnosis {
namespace {

/// What links owe to hosts that are faster in most of their pairs, as those of a gateway, which are nearer to
/// other groups: that is taken off all their pairs, and a class in which they are no faster looks slow as a
/// whole.
class Credits {
  public:
    Credits(const Case& subject, const Residual& residual, const Eigen::ArrayXXf& links, const Window& window)
        : survey_(subject.survey) {
        const Eigen::ArrayXf sending = mean_over(residual.sending, window);
        const Eigen::ArrayXf receiving = mean_over(residual.receiving, window);
        const Eigen::Index classes = std::ssize(survey_->classes.all);
        sending_.setZero(links.rows(), classes);
        receiving_.setZero(links.rows(), classes);
        for (const HostIndex host : survey_->machine.hosts.indices()) {
            if (-sending(host) > subject.floor()) {
                add(sending_.row(host), links.row(host), -sending(host),
                    [&](HostIndex other) { return survey_->class_between(host, other); });
            }
            if (-receiving(host) > subject.floor()) {
                add(receiving_.row(host), links.col(host).transpose(), -receiving(host),
                    [&](HostIndex other) { return survey_->class_between(other, host); });
            }
        }
    }

    /// The links, hosts × hosts, without them.
    [[nodiscard]] Eigen::ArrayXXf without(Eigen::ArrayXXf links) const {
        if (!any_) return links;
        const auto hosts = static_cast<std::size_t>(links.rows());
        for (std::size_t path = 0; path < hosts * hosts; ++path) {
            float& added = links.data()[path];
            added = without(added, pair_at(path, hosts));
        }
        return links;
    }

    /// What a link adds beyond them, where it adds anything.
    [[nodiscard]] float without(float added, const HostPair& link) const {
        if (!any_ || !(added > 0)) return added;
        const std::uint8_t number = survey_->class_between(link.first, link.second);
        return std::max(0.0F, added - sending_(link.first, number) - receiving_(link.second, number));
    }

  private:
    /// Of each class what most of a host's links in it have, up to what all were credited with.
    template <typename OfClasses, typename Links, typename ClassOf>
    void add(OfClasses credits, const Links& links, float most, const ClassOf& class_of) {
        any_ = true;
        std::map<std::uint8_t, std::vector<float>> of_class;
        for (const HostIndex other : survey_->machine.hosts.indices()) {
            if (std::isfinite(links(other))) of_class[class_of(other)].push_back(links(other));
        }
        for (const auto& [number, values] : of_class)
            credits(number) = std::clamp(median_of_numbers(values), 0.0F, most);
    }

    const Survey* survey_;
    bool any_ = false;
    Eigen::ArrayXXf sending_;  ///< hosts × classes
    Eigen::ArrayXXf receiving_;
};

/// The strongest outlier of each pair of hosts, either direction.
std::map<HostPair, Outlier> outlying_links(const Case& subject, const Residual& residual) {
    const std::size_t hosts = subject.survey->machine.hosts.size();
    const std::vector<Window> windows = windows_of(*subject.survey);
    std::vector<Credits> credits;
    const auto values = in_each(windows, [&](const Window& window) {
        Eigen::ArrayXXf links = mean_over(residual.links, *subject.survey, window);
        const Credits& credit = credits.emplace_back(subject, residual, links, window);
        return Eigen::ArrayXf(credit.without(std::move(links)).reshaped());
    });
    WholeValues whole_values(windows, [&](std::size_t path) -> WholeValues::Curves {
        const HostPairs pairs{pair_at(path, hosts)};
        return {curve_of_pairs(subject, residual, pairs), uncertainties_of_pairs(subject, pairs)};
    });
    const auto whole_value_of = [&](std::size_t path, std::size_t window) {
        WholeValue value = whole_values(path, window);
        value.effect = credits[window].without(value.effect, pair_at(path, hosts));
        return value;
    };
    const std::vector<Outlier> outliers =
        find_clipped_outliers(values, limits_of_pairs(subject, windows), whole_value_of);
    auto links = strongest_by(
        outliers, [&](const Outlier& outlier) { return lower_first(pair_at(outlier.part, hosts)); });
    std::erase_if(links, [&](const auto& link) {
        return residual.slow_hosts[link.first.first] && residual.slow_hosts[link.first.second];
    });
    return links;
}

TwoSides curves_of_link(const Case& subject, const Residual& residual, const HostPair& link) {
    const auto [one, other] = link;
    return {curve_of_pairs(subject, residual, {{one, other}}),
            curve_of_pairs(subject, residual, {{other, one}})};
}

/// Whether single values are all that is slow, of many: samples that were disturbed make such. A link is slow
/// at neighbouring lengths, or in both directions.
bool is_single_value(const TwoSides& curves, const Outlier& outlier) {
    constexpr std::size_t few_lengths = 3;
    const std::vector<float>& there = curves.sending;
    const std::vector<float>& back = curves.receiving;
    if (there.size() <= few_lengths) return false;
    const auto is_slow = [&](float value) { return value >= outlier.effect / 2; };
    for (std::size_t k = 0; k < there.size(); ++k) {
        if (is_slow(there[k]) && is_slow(back[k])) return false;
        if (k == 0) continue;
        if ((is_slow(there[k]) && is_slow(there[k - 1])) || (is_slow(back[k]) && is_slow(back[k - 1])))
            return false;
    }
    return true;
}

Finding slow_link_finding(const Case& subject, const TwoSides& curves, const Cable& cable,
                          const Outlier& outlier) {
    const auto [one, other] = cable.ends;
    Finding finding;
    finding.kind = FindingKind::slow_link;
    describe(finding, subject, curves, outlier);
    const bool turned = finding.side == Side::receiver;
    if (turned) finding.side = Side::sender;
    name_link(finding, subject.survey->machine, turned ? other : one, turned ? one : other);
    if (cable.pairs > 1) {
        const auto [sender, receiver] = std::get<part::Link>(finding.part);
        finding.part = part::Cable{sender, receiver, static_cast<std::int64_t>(cable.pairs)};
        finding.evidence.numbers["pairs_of_hosts_behind"] = static_cast<double>(cable.pairs);
        finding.evidence.notes.push_back(
            {"{} slow pairs of hosts are all routed over the cable between these neighbours.",
             {std::to_string(cable.pairs)}});
    }
    // All pairs that are led over it pass it.
    weigh(finding, pairs_of_link(*subject.survey, one, other) * static_cast<std::int64_t>(cable.pairs),
          subject);
    return finding;
}

/// Of a few links, in the median.
float typical_uncertainty(const Case& subject) {
    constexpr std::int64_t looked_at = 16;
    const std::int64_t hosts = subject.survey->machine.host_count();
    std::vector<float> uncertainties;
    for (std::int64_t number = 0; number < looked_at; ++number) {
        const std::int64_t one = number * hosts / looked_at;
        const std::int64_t other = (one + 1 + number % (hosts - 1)) % hosts;
        uncertainties.push_back(
            median_of_numbers(uncertainties_of_pairs(subject, {{HostIndex(one), HostIndex(other)}})));
    }
    const float typical = median_of_numbers(uncertainties);
    return std::isfinite(typical) ? typical : 0;
}

std::optional<Detectable> detectable_link(const Case& subject, const Residual& residual) {
    if (is_sampled(*subject.survey)) return std::nullopt;
    const auto values = [&](const Window& window) {
        const Eigen::ArrayXXf links = mean_over(residual.links, *subject.survey, window);
        return Eigen::ArrayXf(Credits(subject, residual, links, window).without(links).reshaped());
    };
    return detectable_among(subject, DetectablePart::link, values,
                            {.uncertainty = typical_uncertainty(subject)});
}

Detection find_slow_links(const Case& subject, Residual residual) {
    const std::map<HostPair, Outlier> outliers = outlying_links(subject, residual);
    std::vector<HostPair> links;
    links.reserve(outliers.size());
    for (const auto& [link, outlier] : outliers) links.push_back(link);
    std::vector<Finding> findings;
    for (const Cable& cable : cables_behind(links, hops_of(subject.survey->classes.topology))) {
        const Outlier& outlier = outliers.at(cable.ends);
        const TwoSides curves = curves_of_link(subject, residual, cable.ends);
        if (!is_single_value(curves, outlier))
            findings.push_back(slow_link_finding(subject, curves, cable, outlier));
    }
    for (const auto& [link, outlier] : outliers) {
        for (Eigen::ArrayXXf& left : residual.links) {
            left(link.first, link.second) = left(link.second, link.first) = 0;
        }
    }
    return {std::move(findings), std::move(residual)};
}

}  // namespace

extern constinit const Detector slow_links_detector{"slow links", missing_links_to_compare, find_slow_links,
                                                    detectable_link};

}  // namespace fabricmap::diagnosis
