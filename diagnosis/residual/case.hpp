// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/residual/residual.hpp"
#include "diagnosis/survey/survey.hpp"
#include "diagnosis/topology/slurm_topology.hpp"

#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {

/// What detectors look at.
struct Case {
    const Run* run = nullptr;                    ///< the run that is judged
    const DelayStack* stack = nullptr;           ///< its judged statistic
    const Survey* survey = nullptr;              ///< made of that
    const Run* both_ways = nullptr;              ///< async_one_to_one of the same hosts, where it was given
    const DeclaredTopology* declared = nullptr;  ///< where a file was given
    double min_effect = 0.05;
    double min_time_s = 0;            ///< what adds less to every message is no fault
    double time_step_s = 0;           ///< see time_step_of
    bool kinds_are_declared = false;  ///< hosts are distinguished already

    /// The smallest effect that counts, as a logarithm.
    [[nodiscard]] float floor() const { return static_cast<float>(std::log1p(min_effect)); }
};

/// What a detector makes of that which is left to explain.
template <typename Left>
struct DetectionIn {
    std::vector<Finding> findings;
    Left residual;  ///< that which the findings do not explain
};

/// Looks for parts that are wrong in one way, or have changed.
template <typename Left>
struct DetectorIn {
    std::string_view name;  ///< what it looks for, in words: "slow links"
    /// Why it cannot run here, and what would help; nothing where it can.
    std::optional<std::string> (*unsupported_reason)(const Case&);
    DetectionIn<Left> (*find)(const Case&, Left);
    /// How small a slowdown it would find; null where its findings are no slow parts.
    std::optional<Detectable> (*detectable)(const Case&, const Left&) = nullptr;
};

/// Of delays of one run.
using Detection = DetectionIn<Residual>;
using Detector = DetectorIn<Residual>;

/// Runs the detectors in their order, each on what those before it have not explained, and reports those
/// that could not run.
template <typename Left>
[[nodiscard]] std::vector<Finding> run_in_order(std::span<const DetectorIn<Left>* const> detectors,
                                                const Case& subject, Left residual,
                                                std::vector<NotExamined>& not_examined) {
    std::vector<Finding> findings;
    for (const DetectorIn<Left>* const detector : detectors) {
        if (auto unsupported_reason = detector->unsupported_reason(subject)) {
            not_examined.push_back({std::string(detector->name), *unsupported_reason});
            continue;
        }
        DetectionIn<Left> detection = detector->find(subject, std::move(residual));
        residual = std::move(detection.residual);
        // One direction's effect may single out a link whose two directions come to less, where they cannot
        // be told apart, or one whose hosts add a time.
        std::erase_if(detection.findings, [&](const Finding& finding) {
            if (!finding.effect) return false;
            const double factor = finding.effect->factor;
            const double slower = finding.kind == FindingKind::improvement ? 1 / factor : factor;
            return slower < 1 + subject.min_effect;
        });
        std::move(detection.findings.begin(), detection.findings.end(), std::back_inserter(findings));
    }
    return findings;
}

}  // namespace fabricmap::diagnosis
