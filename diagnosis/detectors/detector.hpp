// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/detectors/residue.hpp"
#include "diagnosis/diagnosis.hpp"
#include "diagnosis/survey/survey.hpp"
#include "diagnosis/topology/slurm_topology.hpp"

#include <optional>
#include <string_view>
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
    bool kinds_are_declared = false;  ///< hosts are told apart already

    /// The smallest effect that counts, as a logarithm.
    [[nodiscard]] float floor() const;
};

/// What a detector makes of a residue.
struct Detection {
    std::vector<Finding> findings;
    Residue left;  ///< that which the findings do not explain
};

/// Looks for parts that are wrong in one way.
struct Detector {
    std::string_view name;  ///< what it looks for, in words: "slow links"
    /// Why it cannot run here, and what would help; nothing where it can.
    std::optional<std::string> (*lack)(const Case&);
    Detection (*find)(const Case&, Residue);
};

/// Runs every detector, the largest parts first, and tells of those that could not run.
[[nodiscard]] std::vector<Finding> detect(const Case& subject, std::vector<NotExamined>& not_examined);

}  // namespace fabricmap::diagnosis
