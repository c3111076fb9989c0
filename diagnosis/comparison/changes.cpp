// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/comparison/changes.hpp"

#include "base/units.hpp"
#include "diagnosis/explanation/explain.hpp"
#include "diagnosis/explanation/search.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "statistics/robust.hpp"
#include "statistics/two_samples.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// Parts that are less slow than that are called well.
constexpr double healthy_below = 0.05;

/// Whether the runs of the two sides lie apart as far as so few can show.
bool runs_lie_apart(const std::vector<float>& now, const std::vector<float>& then) {
    if (min_chance_of_ranks(now.size(), then.size()) > max_chance_of_change) return true;  // they cannot show
    return chance_of_ranks(now, then) <= max_chance_of_change;
}

/// Whether the sides lie apart. Where so few runs prove nothing, a change must be twice as large as `floor`,
/// a logarithm, and three times what runs of one side differ by.
bool lie_apart(const OverallValues& values, float floor) {
    const auto& [now, then] = values;
    const float shift = std::abs(shift_between(now, then));
    if (min_chance_of_ranks(now.size(), then.size()) <= max_chance_of_change)
        return shift >= floor && chance_of_ranks(now, then) <= max_chance_of_change;
    const auto range = [](const std::vector<float>& side) {
        const auto [low, high] = std::minmax_element(side.begin(), side.end());
        return *high - *low;
    };
    return shift >= 2 * floor && shift >= 3 * std::max(range(now), range(then));
}

/// Turns a finding of slower parts into one of a change; `sign`: less than 0 where they are faster now.
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

/// What a host was before, or is now, against healthy ones.
void add_note_on_health(Finding& finding, const Sides& sides) {
    if (!std::holds_alternative<part::Host>(finding.part)) return;
    const Survey& survey = sides.now.front().survey;
    const auto host =
        static_cast<std::size_t>(host_named(survey.machine, hosts_of(finding.part).front()).value());
    const auto part = finding.side == Side::receiver ? survey.machine.hosts.size() + host : host;
    const auto place = [&](std::int64_t bytes) {
        return static_cast<std::size_t>(
            std::lower_bound(survey.lengths.begin(), survey.lengths.end(), bytes) - survey.lengths.begin());
    };
    Window window;
    window.first_length = place(finding.from_length_bytes);
    window.lengths = place(finding.to_length_bytes) + 1 - window.first_length;
    const auto floor = static_cast<float>(std::log1p(healthy_below));
    const bool slow_then = median_of_numbers(host_values(sides.then, part, window)) >= floor;
    const bool slow_now = median_of_numbers(host_values(sides.now, part, window)) >= floor;
    if (!slow_then && slow_now) finding.evidence.notes.emplace_back("New: it was healthy in the baseline.");
    if (slow_then && !slow_now)
        finding.evidence.notes.emplace_back("Recovered: it was slow in the baseline.");
    if (slow_then && slow_now) finding.evidence.notes.emplace_back("It was slow in the baseline already.");
}

/// Of each run of a side, and their means.
struct LogsOfSide {
    std::vector<HostLogs> runs;
    HostLogs mean;
};

LogsOfSide logs_of_side(const std::vector<ReducedRun>& runs, const std::function<void()>& step) {
    LogsOfSide side;
    for (const ReducedRun& run : runs)
        side.runs.push_back(read_host_logs(*run.stack, run.survey.machine, 0, step));
    side.mean = side.runs.front();
    for (std::size_t band = 0; band < side.mean.bands.size(); ++band) {
        HostMatrix& mean = side.mean.bands[band].logs;
        for (std::size_t run = 1; run < side.runs.size(); ++run) mean += side.runs[run].bands[band].logs;
        mean /= static_cast<float>(side.runs.size());
    }
    return side;
}

/// Of the whole machine without groups that serve pairs otherwise: what all pairs do, changes alike.
PairStructure structure_of_changes(const Survey& survey) {
    PairStructure structure = structure_of(survey);
    structure.class_of.setZero();
    structure.classes = 1;
    return structure;
}

/// The sentence is about the change, and tells the factor alone.
void state_fraction_as_change(Finding& finding) {
    const auto fraction = finding.evidence.numbers.find("fraction_of_values");
    if (fraction == finding.evidence.numbers.end()) return;
    finding.predicate = {};
    finding.evidence.notes.push_back({"{} of its pairs changed.", {format_share(fraction->second, 2)}});
}

/// The two sides, and how they differ.
class Differences {
  public:
    Differences(const Case& subject, const Sides& sides, const std::function<void()>& step)
        : subject_(subject),
          sides_(sides),
          now_(logs_of_side(sides.now, step)),
          then_(logs_of_side(sides.then, step)) {}

    [[nodiscard]] std::vector<Finding> explain(const std::function<void()>& step) const {
        const PairStructure structure = structure_of_changes(*subject_.survey);
        HostLogs logs = now_.mean;
        for (std::size_t band = 0; band < logs.bands.size(); ++band) {
            logs.bands[band].before = then_.mean.bands[band].logs;
            logs.bands[band].logs -= logs.bands[band].before;
        }
        leave_out(logs, hosts_not_compared(sides_));
        logs.are_changes = true;
        logs.min_effect = subject_.floor();
        logs.min_effect_of_pairs = subject_.floor_of_pairs();
        Fit slower(logs, structure);
        std::vector<Finding> findings = changes_of_machine(slower, logs);
        search(slower, step);
        take_parts(findings, slower, logs, 1);
        for (std::size_t band = 0; band < logs.bands.size(); ++band)
            logs.bands[band].logs = -slower.unexplained(band);
        Fit faster(logs, structure);
        search(faster, step);
        take_parts(findings, faster, logs, -1);
        return findings;
    }

  private:
    /// What all pairs have in common, in bands in which it is large.
    [[nodiscard]] std::vector<Finding> changes_of_machine(const Fit& fit, const HostLogs& logs) const {
        std::vector<float> shifts;
        for (std::size_t band = 0; band < fit.bands(); ++band)
            shifts.push_back(fit.class_centres()(static_cast<Eigen::Index>(band), 0));
        const auto [low, high] = std::minmax_element(shifts.begin(), shifts.end());
        const float sign = *high >= -*low ? 1.0F : -1.0F;
        for (float& shift : shifts) shift *= sign;
        Cause whole;
        whole.pairs = fit.sample();
        const float largest = *std::max_element(shifts.begin(), shifts.end());
        const auto is_large = [&](float shift) { return shift >= largest / 2; };
        whole.window.first =
            static_cast<std::size_t>(std::find_if(shifts.begin(), shifts.end(), is_large) - shifts.begin());
        whole.window.end =
            shifts.size() - static_cast<std::size_t>(std::find_if(shifts.rbegin(), shifts.rend(), is_large) -
                                                     shifts.rbegin());
        const OverallValues values{values_of(now_, whole), values_of(then_, whole)};
        if (largest < subject_.floor() || !lie_apart(values, subject_.floor())) return {};
        const Machine& machine = subject_.survey->machine;
        Finding finding;
        finding.kind = sign > 0 ? FindingKind::regression : FindingKind::improvement;
        finding.part = part::Machine{machine.hosts};
        describe_common(finding, subject_, over_lengths(logs, shifts));
        state_as_change(finding, sign, sides_);
        const bool may_be_drift = std::min(values.now.size(), values.then.size()) == 1;
        if (!may_be_drift) finding.confidence = 1 - chance_of_ranks(values.now, values.then);
        weigh(finding, subject_.survey->classes.pairs_measured(), subject_);
        return {std::move(finding)};
    }

    void take_parts(std::vector<Finding>& findings, Fit& fit, const HostLogs& logs, float sign) const {
        std::vector<Cause> causes = fit.causes();
        std::erase_if(causes, [&](const Cause& cause) { return !has_changed(cause, sign); });
        if (causes.size() < fit.causes().size()) {
            fit.set_causes(std::move(causes));
            fit.refit();
        }
        for (Finding& finding : findings_of(fit, logs, subject_)) {
            finding.kind = sign > 0 ? FindingKind::regression : FindingKind::improvement;
            state_fraction_as_change(finding);
            add_note_on_health(finding, sides_);
            state_as_change(finding, sign, sides_);
            findings.push_back(std::move(finding));
        }
    }

    /// Of its own: what only did not change as all others did has not.
    [[nodiscard]] bool has_changed(const Cause& cause, float sign) const {
        const std::vector<float> now = values_of(now_, cause);
        const std::vector<float> then = values_of(then_, cause);
        return sign * shift_between(now, then) >= subject_.floor() / 2 && runs_lie_apart(now, then);
    }

    /// Of each run, the mean of what the cause is about, against that of the baseline.
    [[nodiscard]] std::vector<float> values_of(const LogsOfSide& side, const Cause& cause) const {
        const PairList of_kind = cause.is_kind() ? pairs_of_kind(cause) : PairList();
        const PairList& pairs = cause.is_kind() ? of_kind : cause.pairs;
        std::vector<float> values;
        for (const HostLogs& run : side.runs) {
            double sum = 0;
            double count = 0;
            const auto take = [&](std::size_t band, std::uint32_t pair) {
                const float value =
                    run.bands[band].logs.data()[pair] - then_.mean.bands[band].logs.data()[pair];
                if (!std::isfinite(value)) return;
                sum += static_cast<double>(value);
                ++count;
            };
            for (const ValueEffect& value : cause.values) take(value.band, value.pair);
            for (std::size_t band = cause.window.first; band < cause.window.end; ++band) {
                for (const std::uint32_t pair : pairs) take(band, pair);
            }
            values.push_back(static_cast<float>(sum / std::max(1.0, count)));
        }
        return values;
    }

    /// With one end in it or both.
    [[nodiscard]] PairList pairs_of_kind(const Cause& cause) const {
        PairList pairs;
        const auto hosts = static_cast<std::size_t>(now_.mean.hosts);
        for (const HostIndex host : cause.hosts) {
            for (std::size_t other = 0; other < hosts; ++other) {
                const auto of_kind = static_cast<std::size_t>(host);
                pairs.push_back(static_cast<std::uint32_t>(of_kind * hosts + other));
                pairs.push_back(static_cast<std::uint32_t>(other * hosts + of_kind));
            }
        }
        return pairs;
    }

    const Case& subject_;
    const Sides& sides_;
    LogsOfSide now_;
    LogsOfSide then_;
};

}  // namespace

std::vector<Finding> find_changes(const Case& subject, const Sides& sides,
                                  const std::function<void()>& step) {
    return Differences(subject, sides, step).explain(step);
}

}  // namespace fabricmap::diagnosis
