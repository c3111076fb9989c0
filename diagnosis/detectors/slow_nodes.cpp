// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/added_time.hpp"
#include "diagnosis/residual/detectable.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "diagnosis/residual/unexplained.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {

namespace {

/// Most pairs of a slow host are slow; where it is about half of them, a way that they share is.
constexpr float fraction_of_pairs = 0.7F;

/// What a host that adds a time is expected to add to each other's path to it, or from it: logarithms, means
/// over the window, at most its effect.
Eigen::ArrayXf effects_by_time(const Survey& survey, const Eigen::ArrayXXf& effects, HostIndex host,
                               const Window& window) {
    const AddedTime added(survey, host);
    Eigen::ArrayXf sums = Eigen::ArrayXf::Zero(survey.machine.host_count());
    for (std::size_t n = 0; n < window.lengths; ++n) {
        const auto k = static_cast<Eigen::Index>(window.first_length + n);
        const float effect = effects(k, host);
        for (const HostIndex other : survey.machine.hosts.indices()) {
            if (other == host) continue;
            sums(other) +=
                effect + std::min(0.0F, added.beyond(k, survey.class_between(host, other), effect));
        }
    }
    return sums / static_cast<float>(window.lengths);
}

/// Whether the effect of the outlying side is that of most of the host's pairs, not of its middle pair alone.
bool is_shared_by_pairs(const Case& subject, const Residual& residual, HostIndex host, const Outlier& outlier,
                        const HostPaths& paths) {
    const Survey& survey = *subject.survey;
    const bool sends = outlier.part < static_cast<std::size_t>(survey.machine.host_count());
    const Window window = windows_of(survey)[outlier.window];
    const Eigen::ArrayXf expected =
        effects_by_time(survey, sends ? residual.sending : residual.receiving, host, window);
    const Eigen::ArrayXf left = mean_over(sends ? paths.sent : paths.received, survey, window);
    Eigen::Index measured = 0;
    Eigen::Index slow = 0;
    for (Eigen::Index other = 0; other < left.size(); ++other) {
        // What is far enough for a time not to show is no evidence.
        if (!std::isfinite(left(other)) || expected(other) < subject.floor()) continue;
        ++measured;
        // Healthy paths lie below a slow host's by what it adds.
        if (left(other) > -expected(other) / 2) ++slow;
    }
    return static_cast<float>(slow) >= fraction_of_pairs * static_cast<float>(measured);
}

/// Adds what was taken off a host's path as the host's. Paths that lie well below it are healthy, and how far
/// below is not known.
void give_back(float& left, float effect, float floor, float cut) {
    if (effect < floor || !std::isfinite(left)) return;
    left = left > -std::min(effect, cut) / 2 ? left + effect : 0;
}

void give_to_links(const Case& subject, Residual& residual, HostIndex host) {
    const Survey& survey = *subject.survey;
    for (std::size_t band = 0; band < residual.links.size(); ++band) {
        const Window window{band, 1, survey.bands[band].first, survey.bands[band].count};
        const float sending = mean_over(residual.sending, window)(host);
        const float receiving = mean_over(residual.receiving, window)(host);
        for (Eigen::Index other = 0; other < residual.links[band].rows(); ++other) {
            give_back(residual.links[band](host, other), sending, subject.floor(), survey.bands[band].cut);
            give_back(residual.links[band](other, host), receiving, subject.floor(), survey.bands[band].cut);
        }
    }
    residual.half_slow_hosts[host] = true;
}

/// How much longer messages of a length take, at most, between hosts that sit a level farther apart than they
/// are taken to: a logarithm.
float step_between_levels(const Survey& survey, std::size_t k) {
    std::vector<float> medians;
    for (std::size_t number = 0; number < survey.classes.all.size(); ++number) {
        const float median =
            survey.class_medians(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(number));
        if (survey.classes.all[number].between_hosts && median > 0) medians.push_back(std::log(median));
    }
    return largest_gap(std::move(medians));
}

/// Whether a host adds no more than one that sits farther away than its few partners show.
bool may_sit_farther(const Case& subject, const TwoSides& curves) {
    if (!is_sampled(*subject.survey)) return false;
    for (std::size_t k = 0; k < curves.sending.size(); ++k) {
        const float limit = step_between_levels(*subject.survey, k) + subject.floor();
        if (std::max(curves.sending[k], curves.receiving[k]) > limit) return false;
    }
    return true;
}

std::optional<Detectable> detectable_node(const Case& subject, const Residual& residual) {
    Detectable host = detectable_on_two_sides(subject, DetectablePart::host, residual.sending,
                                              residual.receiving, min_partners_of_hosts(*subject.survey));
    if (is_sampled(*subject.survey)) {
        const float level = step_between_levels(*subject.survey, 0) + subject.floor();
        host.short_messages = std::fmax(host.short_messages, std::exp(level));
    }
    return host;
}

Detection find_slow_nodes(const Case& subject, Residual residual) {
    const Survey& survey = *subject.survey;
    std::vector<Finding> findings;
    for (const auto& [part, outlier] : find_outliers_on_two_sides(
             subject, residual.sending, residual.receiving, min_partners_of_hosts(survey))) {
        const auto host = HostIndex(part);
        const TwoSides curves = curves_of(residual.sending, residual.receiving, host);
        if (may_sit_farther(subject, curves)) continue;
        const HostPaths paths = paths_of_host(subject, residual, host);
        if (!is_shared_by_pairs(subject, residual, host, outlier, paths)) {
            give_to_links(subject, residual, host);
            continue;
        }
        residual.slow_hosts[host] = true;
        keep_unexplained(survey, residual, host, paths);
        Finding finding;
        finding.kind = FindingKind::slow_node;
        name_host(finding, survey.machine, host);
        describe(finding, subject, curves, outlier);
        weigh(finding, pairs_of_host(survey, host), subject);
        findings.push_back(std::move(finding));
    }
    return {std::move(findings), std::move(residual)};
}

}  // namespace

extern constinit const Detector slow_nodes_detector{"slow hosts", missing_hosts_to_compare, find_slow_nodes,
                                                    detectable_node};

}  // namespace fabricmap::diagnosis
