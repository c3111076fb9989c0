// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/cables.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/pair_curves.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "statistics/chance.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

/// How much slower the path from each host to each other is than the path back.
Eigen::ArrayXf differences(Eigen::ArrayXXf links) {
    for (Eigen::Index one = 0; one < links.rows(); ++one) {
        for (Eigen::Index other = 0; other < one; ++other) {
            const float slower = links(one, other) - links(other, one);
            links(one, other) = slower;
            links(other, one) = -slower;
        }
    }
    return links.reshaped();
}

/// One length is two cells a link, which noise alone makes differ: three of them must, where there are so
/// many.
std::vector<Window> informative_windows(const Survey& survey) {
    constexpr std::size_t enough = 3;
    std::vector<Window> windows = windows_of(survey);
    std::erase_if(windows, [&](const Window& window) {
        return window.lengths < std::min(enough, survey.lengths.size());
    });
    return windows;
}

Finding asymmetric_link_finding(const Case& subject, const Outlier& outlier) {
    const Survey& survey = *subject.survey;
    const auto [sender, receiver] = pair_at(outlier.part, survey.machine.hosts.size());
    Finding finding;
    finding.kind = FindingKind::asymmetric_link;
    finding.side = Side::sender;
    name_link(finding, survey.machine, sender, receiver);
    set_effect(finding, outlier.effect, outlier);
    const Window window = informative_windows(survey)[outlier.window];
    finding.from_length_bytes = survey.lengths[window.first_length];
    finding.to_length_bytes = survey.lengths[window.first_length + window.lengths - 1];
    weigh(finding, pairs_of_link(survey, sender, receiver), subject);
    return finding;
}

std::optional<std::string> missing_directions(const Case& subject) {
    if (auto unsupported_reason = missing_links_to_compare(subject)) return unsupported_reason;
    const RunDescription& run = subject.run->description();
    if (subject.survey->classes.topology.shape == Shape::groups) {
        return "the return path between these groups may differ";
    }
    if (!is_symmetric(run)) return std::nullopt;
    return "round trips hide the direction; measure with --timing one_way";
}

Detection find_asymmetric_links(const Case& subject, Residual residual) {
    const std::vector<Window> windows = informative_windows(*subject.survey);
    const auto values = in_each(windows, [&](const Window& window) {
        return differences(mean_over(residual.links, *subject.survey, window));
    });
    std::vector<Finding> findings;
    for (const Outlier& outlier : find_outliers(values, limits_of_pairs(subject, windows)))
        findings.push_back(asymmetric_link_finding(subject, outlier));
    return {std::move(findings), std::move(residual)};
}

}  // namespace

extern constinit const Detector asymmetric_links_detector{"asymmetric links", missing_directions,
                                                          find_asymmetric_links};

}  // namespace fabricmap::diagnosis
