// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/structure/structure.hpp"

#include "diagnosis/residual/two_sides.hpp"
#include "diagnosis/survey/class_split.hpp"
#include "statistics/robust.hpp"

#include <cmath>

namespace fabricmap::diagnosis {

namespace {

/// How much longer pairs take that the last split distinguished than the others of their class: logarithms,
/// by length, means over the classes.
std::vector<float> curve_of_parts(const Survey& survey) {
    const std::vector<PairClass>& classes = survey.classes.all;
    std::vector<float> curve;
    for (Eigen::Index k = 0; k < survey.class_medians.rows(); ++k) {
        double sum = 0;
        double pairs = 0;
        for (std::size_t number = 0; number < classes.size(); ++number) {
            const SplitOrigin& split = classes[number].split;
            if (split.part == 0) continue;
            const auto whole = std::find_if(classes.begin(), classes.end(), [&](const PairClass& other) {
                return other.split.origin == split.origin && other.split.part == 0;
            });
            if (whole == classes.end()) continue;
            const double ratio = survey.class_medians(k, static_cast<Eigen::Index>(number)) /
                                 survey.class_medians(k, whole - classes.begin());
            if (!(ratio > 0)) continue;
            const auto weight = static_cast<double>(classes[number].pairs);
            sum += weight * std::log(ratio);
            pairs += weight;
        }
        curve.push_back(pairs > 0 ? static_cast<float>(sum / pairs) : no_value);
    }
    return curve;
}

}  // namespace

ExplainedStructure explain_structure(Case subject, Survey survey, std::span<const FindStructure> sought) {
    std::vector<Finding> findings;
    subject.survey = &survey;
    for (const FindStructure find : sought) {
        const std::optional<Structure> found = find(subject);
        if (!found) continue;
        PairClasses undivided = survey.classes;
        split_classes(survey.classes, found->part_of, found->names, survey.machine);
        survey = survey_of(*subject.stack, survey.machine, std::move(survey.classes), subject.floor(), [] {});
        Finding finding = found->finding;
        describe_common(finding, subject, found->curve.empty() ? curve_of_parts(survey) : found->curve);
        if (finding.effect->factor < 1 + subject.min_effect) {
            // It was where half of the pairs differ: which half is taken for the usual one, is chance.
            survey = survey_of(*subject.stack, survey.machine, std::move(undivided), subject.floor(), [] {});
            continue;
        }
        findings.push_back(std::move(finding));
    }
    return {std::move(survey), std::move(findings)};
}

}  // namespace fabricmap::diagnosis
