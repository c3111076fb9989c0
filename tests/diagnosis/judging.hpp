// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/progress.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/stages/diagnose.hpp"
#include "netcdf_schema/open_run.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace fabricmap::testing {

/// A run of a fabric described as a scenario.
inline fabricmap::Run fabric(const std::string& statements) {
    return open_run(fmt::format("synthetic:{}", statements));
}

template <typename... Runs>
std::vector<fabricmap::Run> runs_of(Runs... runs) {
    std::vector<fabricmap::Run> all;
    (all.push_back(std::move(runs)), ...);
    return all;
}

inline diagnosis::Diagnosis judge(diagnosis::Request request) {
    Progress progress(false);
    return diagnosis::diagnose(request, progress);
}

/// Everything there is to say about some runs.
inline diagnosis::Diagnosis judge(std::vector<fabricmap::Run> runs, double min_effect = 0.05) {
    diagnosis::Request request;
    request.runs = std::move(runs);
    request.min_effect = min_effect;
    return judge(std::move(request));
}
inline diagnosis::Diagnosis judge(const std::string& statements, double min_effect = 0.05) {
    return judge(runs_of(fabric(statements)), min_effect);
}

/// Kind, part and side of each finding: "slow_node of node17, receiver".
inline std::vector<std::string> found_in(const diagnosis::Diagnosis& diagnosis) {
    std::vector<std::string> lines;
    for (const diagnosis::Finding& finding : diagnosis.findings) {
        lines.push_back(
            fmt::format("{} of {}, {}", name_of(finding.kind), part_of(finding), name_of(finding.side)));
    }
    return lines;
}

/// Why that was not examined; empty where it was.
inline std::string reason_against(const diagnosis::Diagnosis& diagnosis, const std::string& what) {
    for (const diagnosis::NotExamined& left_out : diagnosis.not_examined) {
        if (left_out.what == what) return left_out.reason;
    }
    return {};
}

}  // namespace fabricmap::testing
