// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/detect.hpp"

#include "diagnosis/detectors/alike_hosts.hpp"
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/positions.hpp"
#include "diagnosis/residual/unexplained_slow_samples.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// Where all hosts have that many slow samples, which of them spread by a few more is chance.
void leave_out_chance_noise(std::vector<Finding>& findings, double slow_fraction) {
    constexpr double min_ratio = 1.5;
    std::erase_if(findings, [&](const Finding& finding) {
        const auto& numbers = finding.evidence.numbers;
        const auto own = numbers.find("fraction_of_slow_samples");
        return finding.kind == FindingKind::noisy_node && own != numbers.end() &&
               own->second < min_ratio * slow_fraction;
    });
}

/// Runs the detectors in their order, each on what those before it have not explained, and reports those
/// that could not run.
std::vector<Finding> run_in_order(std::span<const Detector* const> detectors, const Case& subject,
                                  Residual residual, std::vector<NotExamined>& not_examined) {
    std::vector<Finding> findings;
    for (const Detector* const detector : detectors) {
        if (auto unsupported_reason = detector->unsupported_reason(subject)) {
            not_examined.push_back({std::string(detector->name), *unsupported_reason});
            continue;
        }
        Detection detection = detector->find(subject, std::move(residual));
        residual = std::move(detection.residual);
        // One direction's effect may single out a link whose two directions come to less, where they cannot
        // be told apart, or one whose hosts add a time.
        std::erase_if(detection.findings, [&](const Finding& finding) {
            return finding.effect && finding.effect->factor < 1 + subject.min_effect;
        });
        std::move(detection.findings.begin(), detection.findings.end(), std::back_inserter(findings));
    }
    return findings;
}

}  // namespace

std::vector<Detectable> detectable_in(const Case& subject, const Residual& residual) {
    std::vector<Detectable> effects;
    for (const Detector* const detector : all_detectors()) {
        if (detector->detectable == nullptr || detector->unsupported_reason(subject)) continue;
        if (auto effect = detector->detectable(subject, residual)) effects.push_back(*effect);
    }
    std::sort(effects.begin(), effects.end(),
              [](const Detectable& one, const Detectable& other) { return one.part < other.part; });
    return effects;
}

Residual residual_to_explain(Residual residual, const Case& subject) {
    const bool is_led_over_others = has_trait(subject.run->description(), &ModeTraits::passes_other_ranks);
    return is_led_over_others ? without_positions(std::move(residual)) : residual;
}

Detected detect(const Case& subject, Residual residual, std::vector<NotExamined>& not_examined) {
    Detected detected;
    detected.findings = run_in_order(all_detectors(), subject, std::move(residual), not_examined);
    if (has_trait(subject.run->description(), &ModeTraits::passes_other_ranks))
        join_hosts_of_a_kind(detected.findings, subject);
    detected.unexplained_slow_fraction = unexplained_slow_fraction(subject, detected.findings);
    if (detected.unexplained_slow_fraction)
        leave_out_chance_noise(detected.findings, *detected.unexplained_slow_fraction);
    std::vector<NotExamined> few = parts_with_few_partners(subject, detected.findings);
    std::move(few.begin(), few.end(), std::back_inserter(not_examined));
    return detected;
}

}  // namespace fabricmap::diagnosis
