// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/comparison/comparison.hpp"

#include "base/errors.hpp"
#include "diagnosis/comparison/common_ground.hpp"
#include "diagnosis/comparison/sides.hpp"
#include "diagnosis/residual/cables.hpp"
#include "diagnosis/residual/case.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "diagnosis/residual/whole_values.hpp"
#include "diagnosis/topology/host_list.hpp"
#include "statistics/robust.hpp"
#include "statistics/two_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <span>

namespace fabricmap::diagnosis {
namespace {

/// How the sides differ, and which hosts findings explain so far.
struct Shifts {
    const Sides* sides = nullptr;
    OverallValues overall;
    PerHost<bool> changed_hosts;
};

/// What one of both directions means: slower now, or faster now.
struct Direction {
    FindingKind kind;
    float sign;
};
constexpr std::array directions{Direction{FindingKind::regression, 1},
                                Direction{FindingKind::improvement, -1}};
constexpr double max_chance = 0.05;
/// Changes must stand out among the runs as well.
constexpr double max_false_changes = 0.01;
/// Parts that are less slow than that are called well.
constexpr double healthy_below = 0.05;

/// Whether the runs of the two sides lie apart as far as so few can show.
bool runs_lie_apart(const std::vector<float>& now, const std::vector<float>& then) {
    if (min_chance_of_ranks(now.size(), then.size()) > max_chance) return true;  // they cannot show
    return chance_of_ranks(now, then) <= max_chance;
}

/// A finding is reported as the change from the baseline, in its own direction.
TwoSides turned(TwoSides curves, float sign) {
    for (float& value : curves.sending) value *= sign;
    for (float& value : curves.receiving) value *= sign;
    return curves;
}

void state_as_change(Finding& finding, float sign, const Sides& sides) {
    if (sign < 0) {
        const auto [factor, interval] = *finding.effect;
        finding.effect = Effect{1 / factor, {1 / interval.high, 1 / interval.low}};
        finding.evidence.extra_s = -finding.evidence.extra_s;
        for (double& value : finding.evidence.curve) value = 1 / value;
    }
    finding.evidence.numbers["runs"] = static_cast<double>(sides.now.size());
    finding.evidence.numbers["baseline_runs"] = static_cast<double>(sides.then.size());
}

/// What the part was before, or is now, against healthy ones.
void add_note_on_health(Finding& finding, const Sides& sides, std::size_t part, const Window& window) {
    const float floor = static_cast<float>(std::log1p(healthy_below));
    const bool slow_then = median_of_numbers(host_values(sides.then, part, window)) >= floor;
    const bool slow_now = median_of_numbers(host_values(sides.now, part, window)) >= floor;
    if (!slow_then && slow_now) finding.evidence.notes.emplace_back("New: it was healthy in the baseline.");
    if (slow_then && !slow_now)
        finding.evidence.notes.emplace_back("Recovered: it was slow in the baseline.");
    if (slow_then && slow_now) finding.evidence.notes.emplace_back("It was slow in the baseline already.");
}

using Changes = DetectionIn<Shifts>;

/// Hosts that send or receive otherwise than before, in that direction.
std::vector<Finding> changed_hosts(const Case& subject, Shifts& shifts, const Direction& direction) {
    const Sides& sides = *shifts.sides;
    const std::size_t hosts = subject.survey->machine.hosts.size();
    const std::vector<Window> windows = windows_of(*subject.survey);
    const auto values = in_each(windows, [&](const Window& window) {
        return Eigen::ArrayXf(direction.sign * shifts_of_hosts(sides, window));
    });
    std::vector<Finding> findings;
    for (const auto& [host, outlier] :
         strongest_by(find_outliers(values, limits_of(subject), max_false_changes),
                      [&](const Outlier& one) { return HostIndex(one.part % hosts); })) {
        const Window& window = windows[outlier.window];
        if (!runs_lie_apart(host_values(sides.now, outlier.part, window),
                            host_values(sides.then, outlier.part, window))) {
            continue;
        }
        shifts.changed_hosts[host] = true;
        Finding& finding = findings.emplace_back();
        finding.kind = direction.kind;
        name_host(finding, subject.survey->machine, host);
        describe(finding, subject, turned(shift_curves(sides, host), direction.sign), outlier);
        state_as_change(finding, direction.sign, sides);
        add_note_on_health(finding, sides, outlier.part, window);
        weigh(finding, pairs_of_host(*subject.survey, host), subject);
    }
    return findings;
}

/// Paths between two hosts that changed beyond what their hosts did, one of which is as it was.
std::vector<Finding> changed_links(const Case& subject, Shifts& shifts, const Direction& direction) {
    const Sides& sides = *shifts.sides;
    const std::size_t hosts = subject.survey->machine.hosts.size();
    const std::vector<Window> windows = windows_of(*subject.survey);
    const auto values = in_each(windows, [&](const Window& window) {
        return Eigen::ArrayXf(direction.sign * shifts_of_links(sides, window).reshaped());
    });
    WholeValues whole_values(windows, [&](std::size_t path) -> WholeValues::Curves {
        const auto [from, to] = pair_at(path, hosts);
        return {turned(link_curves(sides, from, to), direction.sign).sending, {}};
    });
    auto outliers = strongest_by(
        find_clipped_outliers(values, limits_of(subject), std::ref(whole_values), max_false_changes),
        [&](const Outlier& outlier) { return lower_first(pair_at(outlier.part, hosts)); });
    std::vector<HostPair> links;
    for (const auto& [link, outlier] : outliers) {
        if (!shifts.changed_hosts[link.first] || !shifts.changed_hosts[link.second]) links.push_back(link);
    }
    const PairClasses& classes = subject.survey->classes;
    std::vector<Finding> findings;
    for (const Cable& cable : cables_behind(links, hops_of(classes.topology, classes.host_delays))) {
        const auto [one, other] = cable.ends;
        Finding& finding = findings.emplace_back();
        finding.kind = direction.kind;
        describe(finding, subject, turned(link_curves(sides, one, other), direction.sign),
                 outliers.at(cable.ends));
        const bool back = finding.side == Side::receiver;
        if (back) finding.side = Side::sender;
        name_link(finding, subject.survey->machine, back ? other : one, back ? one : other);
        state_as_change(finding, direction.sign, sides);
        weigh(finding, pairs_of_link(*subject.survey, one, other), subject);
    }
    return findings;
}

/// What has become slower, and what faster.
template <auto find>
Changes in_both_directions(const Case& subject, Shifts shifts) {
    std::vector<Finding> findings;
    for (const Direction& direction : directions) {
        std::vector<Finding> found = find(subject, shifts, direction);
        std::move(found.begin(), found.end(), std::back_inserter(findings));
    }
    return {std::move(findings), std::move(shifts)};
}

/// Whether the sides lie apart. Where so few runs prove nothing, a change must be twice as large, and three
/// times what runs of one side differ by.
bool lie_apart(const OverallValues& values, float floor) {
    const auto& [now, then] = values;
    const float shift = std::abs(shift_between(now, then));
    if (min_chance_of_ranks(now.size(), then.size()) <= max_chance)
        return shift >= floor && chance_of_ranks(now, then) <= max_chance;
    const auto range = [](const std::vector<float>& side) {
        const auto [low, high] = std::minmax_element(side.begin(), side.end());
        return *high - *low;
    };
    return shift >= 2 * floor && shift >= 3 * std::max(range(now), range(then));
}

std::optional<std::string> nothing_missing(const Case& /*subject*/) {
    return std::nullopt;
}

/// The machine as a whole. What all have in common is no part's.
Changes find_changed_machine(const Case& subject, Shifts shifts) {
    if (!lie_apart(shifts.overall, subject.floor())) return {{}, std::move(shifts)};
    const auto& [now, then] = shifts.overall;
    const float shift = shift_between(now, then);
    const Machine& machine = subject.survey->machine;
    Finding finding;
    finding.kind = shift > 0 ? FindingKind::regression : FindingKind::improvement;
    finding.part = part::Machine{machine.hosts};
    finding.effect = Effect{std::exp(shift), {std::exp(shift), std::exp(shift)}};
    finding.from_length_bytes = subject.survey->lengths.front();
    finding.to_length_bytes = subject.survey->lengths.back();
    const bool may_be_drift = std::min(now.size(), then.size()) == 1;
    if (!may_be_drift) finding.confidence = 1 - chance_of_ranks(now, then);
    weigh(finding, subject.survey->classes.pairs_measured(), subject);
    return {{std::move(finding)}, std::move(shifts)};
}

using DetectorOfChanges = DetectorIn<Shifts>;
constexpr DetectorOfChanges changed_machine_detector{"changes of the machine", nothing_missing,
                                                     find_changed_machine};
constexpr DetectorOfChanges changed_hosts_detector{"changes of hosts", nothing_missing,
                                                   in_both_directions<changed_hosts>};
constexpr DetectorOfChanges changed_links_detector{"changes of links", nothing_missing,
                                                   in_both_directions<changed_links>};
/// The largest parts first.
constexpr std::array detectors_of_changes{&changed_machine_detector, &changed_hosts_detector,
                                          &changed_links_detector};

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
             "measured with too few of the common hosts; increase --sample-pairs"}};
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
    const bool weak = min_chance_of_ranks(runs.size(), baseline.size()) > max_chance;
    Case subject;
    subject.run = runs.front();
    subject.min_effect = weak ? min_effect : std::min(min_effect, min_shift_of_sets);
    for (const auto* const side : {&runs, &baseline}) {
        for (const Run* const run : *side)
            subject.min_effect = std::max(subject.min_effect, run->description().archive_error);
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
    result.findings = run_in_order<Shifts>(
        detectors_of_changes, subject,
        Shifts{&sides, overall, PerHost<bool>(ground.machine.hosts.size(), false)}, result.not_examined);
    for (Finding& finding : result.findings) state_as_of_the_run(finding, ground, *runs.front());
    return result;
}

}  // namespace fabricmap::diagnosis
