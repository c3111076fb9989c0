// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/detect.hpp"

#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/positions.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fabricmap::diagnosis {

namespace {

Residual residual_to_explain(const Case& subject) {
    Residual residual = residual_of(*subject.survey);
    const std::optional<Mode> mode = subject.run->description().mode;
    return mode && traits_of(*mode).passes_other_ranks ? without_positions(std::move(residual)) : residual;
}

}  // namespace

std::vector<Detectable> detectable_by_all(const Case& subject) {
    const Residual residual = residual_to_explain(subject);
    std::vector<Detectable> effects;
    for (const Detector* const detector : all_detectors()) {
        if (detector->detectable == nullptr || detector->unsupported_reason(subject)) continue;
        if (auto effect = detector->detectable(subject, residual)) effects.push_back(*std::move(effect));
    }
    std::sort(effects.begin(), effects.end(),
              [](const Detectable& one, const Detectable& other) { return one.part < other.part; });
    return effects;
}

std::vector<Finding> detect(const Case& subject, std::vector<NotExamined>& not_examined) {
    std::vector<Finding> findings =
        run_in_order(all_detectors(), subject, residual_to_explain(subject), not_examined);
    std::vector<NotExamined> few = parts_with_few_partners(subject, findings);
    std::move(few.begin(), few.end(), std::back_inserter(not_examined));
    return findings;
}

}  // namespace fabricmap::diagnosis
