// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/comparison/comparison.hpp"

#include "base/errors.hpp"
#include "base/host_list.hpp"
#include "diagnosis/comparison/changes.hpp"
#include "diagnosis/comparison/common_ground.hpp"
#include "diagnosis/comparison/sides.hpp"
#include "diagnosis/residual/case.hpp"
#include "statistics/two_samples.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

/// Ranks and lengths as the run counts them, not the common ground.
void state_as_of_the_run(Finding& finding, const CommonGround& ground, const Run& run) {
    const PerRank<RankIndex> ranks = ranks_on(ground, run);
    for (std::int64_t& rank : finding.ranks) rank = ranks[RankIndex(rank)];
    std::sort(finding.ranks.begin(), finding.ranks.end());
    if (finding.evidence.curve.empty()) return;
    std::vector<double> curve;
    std::size_t next = 0;
    for (const std::int64_t length : run.description().message_lengths) {
        const bool is_common = next < ground.lengths.size() && ground.lengths[next] == length;
        curve.push_back(is_common ? finding.evidence.curve[next++]
                                  : std::numeric_limits<double>::quiet_NaN());
    }
    finding.evidence.curve = std::move(curve);
}

std::vector<NotExamined> what_was_not_compared(const Sides& sides) {
    std::vector<std::string> names;
    for (const HostIndex host : hosts_not_compared(sides)) {
        names.push_back(sides.now.front().survey.machine.hosts[host]);
    }
    if (names.empty()) return {};
    return {{"changes of " + format_host_list(names),
             "measured with too few of the common hosts; measure more pairs (network_test: --sample-pairs)"}};
}

void require_ground(const CommonGround& ground) {
    if (ground.machine.rank_count() < 2) {
        throw UsageError(
            "--baseline: no two ranks are on hosts that all runs have in common; compare fewer runs");
    }
    if (ground.lengths.empty()) {
        throw UsageError("--baseline: no message length is common to all runs; compare fewer of them");
    }
}

}  // namespace

ComparisonResult compare(const std::vector<const Run*>& runs, const std::vector<const Run*>& baseline,
                         double min_effect, const std::function<void()>& step) {
    const CommonGround ground = common_ground(runs, baseline);
    require_ground(ground);
    const bool weak = min_chance_of_ranks(runs.size(), baseline.size()) > max_chance_of_change;
    Case subject;
    subject.run = runs.front();
    subject.min_effect = weak ? min_effect : std::min(min_effect, min_shift_of_sets);
    for (const auto* const side : {&runs, &baseline}) {
        double error = 0;
        for (const Run* const run : *side) error = std::max(error, run->description().archive_error);
        subject.min_effect = std::max(subject.min_effect, error);
        subject.difference_of_archived += std::log1p(error);
    }
    const Sides sides = survey_sides(ground, runs, baseline, subject.floor(), step);
    const auto stack = stack_on(ground, *runs.front());
    subject.stack = stack.get();
    subject.survey = &sides.now.front().survey;

    ComparisonResult result;
    result.facts.runs = static_cast<std::int64_t>(runs.size());
    result.facts.baseline_runs = static_cast<std::int64_t>(baseline.size());
    result.facts.common_hosts = ground.units_are_ranks ? 1 : ground.machine.host_count();
    result.facts.common_lengths = static_cast<std::int64_t>(ground.lengths.size());
    result.facts.new_hosts = ground.new_hosts;
    result.facts.gone_hosts = ground.gone_hosts;
    const OverallValues overall = overall_values(sides);
    result.facts.overall_factor = std::exp(shift_between(overall.now, overall.then));
    result.facts.weak = weak;
    result.not_examined = what_was_not_compared(sides);
    result.findings = find_changes(subject, sides, step);
    for (Finding& finding : result.findings) state_as_of_the_run(finding, ground, *runs.front());
    return result;
}

}  // namespace fabricmap::diagnosis
