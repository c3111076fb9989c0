// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/residual/residual.hpp"
#include "diagnosis/survey/survey.hpp"
#include "diagnosis/topology/slurm_topology.hpp"

#include <algorithm>
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
    std::vector<Groups> partitions;              ///< see partitions_of
    const Run* both_ways = nullptr;              ///< async_one_to_one of the same hosts, where it was given
    const DeclaredTopology* declared = nullptr;  ///< where a file was given
    double min_effect = 0.05;
    /// Two pairs that are alike may differ by so much where each stands for others in an archive: a
    /// logarithm.
    double difference_of_archived = 0;
    double min_time_s = 0;                ///< what adds less to every message is no fault
    double time_step_s = 0;               ///< see time_step_of
    bool classes_are_known = false;       ///< by kinds of hosts or routes that were found
    PerHost<std::size_t> declared_kinds;  ///< a number of each host; none where nothing is declared

    /// The smallest effect that counts, as a logarithm.
    [[nodiscard]] float floor() const { return static_cast<float>(std::log1p(min_effect)); }
    /// The same of single pairs.
    [[nodiscard]] float floor_of_pairs() const {
        return std::max(floor(), static_cast<float>(difference_of_archived));
    }
};

/// What a detector makes of that which is left to explain.
struct Detection {
    std::vector<Finding> findings;
    Residual residual;  ///< that which the findings do not explain
};

/// Looks for parts that are wrong in one way.
struct Detector {
    std::string_view name;  ///< what it looks for, in words: "slow links"
    /// Why it cannot run here, and what would help; nothing where it can.
    std::optional<std::string> (*unsupported_reason)(const Case&);
    Detection (*find)(const Case&, Residual);
    /// How small a slowdown it would find; null where its findings are no slow parts.
    std::optional<Detectable> (*detectable)(const Case&, const Residual&) = nullptr;
};

}  // namespace fabricmap::diagnosis
