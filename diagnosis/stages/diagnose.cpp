// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/diagnose.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/comparison/comparison.hpp"
#include "diagnosis/detectors/detect.hpp"
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/residual/groups.hpp"
#include "diagnosis/residual/host_rates.hpp"
#include "diagnosis/residual/rates.hpp"
#include "diagnosis/residual/unexplained_slow_samples.hpp"
#include "diagnosis/stages/added_changes.hpp"
#include "diagnosis/stages/basis.hpp"
#include "diagnosis/stages/compatible_runs.hpp"
#include "diagnosis/stages/congestion.hpp"
#include "diagnosis/stages/described_machine.hpp"
#include "diagnosis/stages/explained_faults.hpp"
#include "diagnosis/stages/host_planes.hpp"
#include "diagnosis/stages/load_diagnosis.hpp"
#include "diagnosis/stages/missing_values.hpp"
#include "diagnosis/stages/other_memories.hpp"
#include "diagnosis/stages/part_curves.hpp"
#include "diagnosis/stages/reported_adapters.hpp"
#include "diagnosis/stages/sent_messages.hpp"
#include "diagnosis/stages/slower_together.hpp"
#include "diagnosis/stages/suspects.hpp"
#include "diagnosis/stages/unresponsive_hosts.hpp"
#include "diagnosis/stages/worst_rails_of.hpp"
#include "diagnosis/structure/structure.hpp"
#include "diagnosis/survey/survey.hpp"
#include "diagnosis/survey/time_step.hpp"
#include "diagnosis/thresholds/differing_pairs.hpp"
#include "diagnosis/thresholds/thresholds.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <span>

namespace fabricmap::diagnosis {
namespace {

/// `beside`: the run that it must have been measured like; null for any.
const Run* first_judged_as(const std::vector<Run>& runs, JudgedAs what, const Run* beside = nullptr) {
    const auto found = std::find_if(runs.begin(), runs.end(), [&](const Run& run) {
        return is_judged_as(run.description(), what) && !ended_before_a_length(run) &&
               (beside == nullptr || were_measured_alike(*beside, run));
    });
    return found == runs.end() ? nullptr : &*found;
}

std::size_t implausible_values_of(const Request& request) {
    std::size_t values = 0;
    for_all_runs(request, [&](const Run& run) { values += run.implausible_values(); });
    return values;
}

std::vector<ClassCurve> curves_of_classes(const Survey& survey, const RunDescription& run) {
    std::vector<ClassCurve> curves;
    for (std::size_t number = 0; number < survey.classes.all.size(); ++number) {
        const PairClass& pair_class = survey.classes.all[number];
        const auto medians = survey.class_medians.col(static_cast<Eigen::Index>(number));
        ClassCurve& curve =
            curves.emplace_back(ClassCurve{pair_class.name, pair_class.between_hosts, pair_class.pairs,
                                           std::vector<double>(medians.begin(), medians.end())});
        curve.rate = rate_of(run, survey.lengths, curve.median_s);
    }
    return curves;
}

void add_thresholds(Diagnosis& diagnosis, const DelayStack& stack, const Survey& survey, bool alone,
                    const std::function<void()>& step) {
    if (diagnosis.lengths.size() < min_lengths_for_thresholds) {
        const std::string reason = fmt::format(
            "{} measured, {} needed", counted(static_cast<std::int64_t>(diagnosis.lengths.size()), "length"),
            min_lengths_for_thresholds);
        if (alone) throw UsageError(fmt::format("--only thresholds: {}", reason));
        diagnosis.not_examined.push_back({"protocol thresholds", reason});
        return;
    }
    ThresholdSearch found = find_thresholds(diagnosis.lengths, diagnosis.classes);
    name_differing_pairs(found.thresholds, stack, survey, diagnosis.findings, step);
    diagnosis.thresholds = std::move(found.thresholds);
    diagnosis.segments = std::move(found.segments);
}

/// Those of its mode that were measured like it.
std::vector<const Run*> runs_like(const Run& judged, const std::vector<Run>& runs) {
    std::vector<const Run*> chosen;
    for (const Run& run : runs) {
        if (run.description().mode == judged.description().mode && were_measured_alike(judged, run))
            chosen.push_back(&run);
    }
    return chosen;
}

void add_comparison(Diagnosis& diagnosis, const Request& request, const Run& judged,
                    const std::function<void()>& step) {
    if (request.baseline.empty()) {
        diagnosis.not_examined.push_back({"changes over time", "no --baseline"});
        return;
    }
    std::vector<const Run*> baseline;
    for (const Run& run : request.baseline) baseline.push_back(&run);
    // The judged run first: lengths and hosts are listed in its order.
    std::vector<const Run*> runs = runs_like(judged, request.runs);
    std::swap(runs.front(), *std::find(runs.begin(), runs.end(), &judged));
    ComparisonResult result = compare(runs, baseline, diagnosis.min_effect, step);
    diagnosis.comparison = std::move(result.facts);
    std::move(result.not_examined.begin(), result.not_examined.end(),
              std::back_inserter(diagnosis.not_examined));
    add_changes(diagnosis.findings, std::move(result.findings));
}

/// What is slow as often in the baseline is how the machine is. Findings that it puts in doubt stay so: it
/// hides as much in both.
void tolerate_known_slow_samples(Diagnosis& diagnosis, const Request& request, const Run& judged) {
    constexpr double no_more_than = 1.5;
    if (!diagnosis.unexplained_slow_fraction) return;
    std::vector<double> usual;
    for (const Run* run : runs_like(judged, request.baseline)) {
        if (const auto fraction = common_slow_fraction(*run)) usual.push_back(*fraction);
    }
    if (usual.empty() || *diagnosis.unexplained_slow_fraction > no_more_than * median_of(usual)) return;
    diagnosis.basis.tolerated_slow_fraction =
        std::exchange(diagnosis.unexplained_slow_fraction, std::nullopt);
}

/// Findings that rest on values in doubt become suspects.
void take_doubtful(Diagnosis& diagnosis, const Request& request, const Case& subject) {
    const Survey& survey = *subject.survey;
    constexpr double most = 0.5;
    const RunsBehind runs{*subject.run, subject.both_ways, diagnosis.basis.imprecise_fraction > most,
                          diagnosis.unexplained_slow_fraction.has_value(),
                          runs_like(*subject.run, request.baseline)};
    diagnosis.suspects = take_suspects(diagnosis.findings, runs, *subject.stack, survey);
    leave_out_doubtful_links(diagnosis.detectable, runs, survey);
    diagnosis.unconfirmed =
        values_to_confirm(diagnosis.suspects, *subject.run, *subject.stack, survey, subject.floor());
    diagnosis.samples_to_count = samples_to_count(diagnosis.suspects, *subject.run, survey.machine);
}

/// Takes away what adds less to every message than counts.
void leave_out_short_times(Diagnosis& diagnosis) {
    const auto left_out = std::erase_if(diagnosis.findings, [&](const Finding& finding) {
        return is_fault(finding.kind) && finding.evidence.extra_s > 0 &&
               finding.evidence.extra_s < diagnosis.min_time_s;
    });
    if (left_out == 0) return;
    diagnosis.not_examined.push_back(
        {counted(static_cast<std::int64_t>(left_out), "slower part"),
         fmt::format("add less than {} to a message (--min-time)", format_delay(diagnosis.min_time_s))});
}

/// What of the runs given was not analysed.
void report_unused_runs(Diagnosis& diagnosis, const Request& request, const Case& subject) {
    for (const Run& run : request.runs) {
        const bool is_same_mode = run.description().mode == subject.run->description().mode;
        const bool repeats = is_same_mode && were_measured_alike(*subject.run, run);
        if (&run == subject.run || &run == subject.both_ways || (repeats && !request.baseline.empty()))
            continue;
        if (are_alone_and_together(*subject.run, run)) continue;
        const bool is_shown_beside = stands_beside(*subject.run, run) || is_loaded_beside(*subject.run, run);
        if (is_shown_beside && !ended_before_a_length(run)) continue;
        diagnosis.not_examined.push_back(
            {run.label(),
             ended_before_a_length(run) ? without_a_length
             : repeats                  ? "only the first run of a mode is judged without --baseline"
                       : fmt::format("judged by {}; pass this run alone to judge it", subject.run->label())});
    }
}

std::size_t planes_to_read(const Request& request, const Run& judged) {
    const std::size_t lengths = judged.description().message_lengths.size();
    const std::size_t overview =
        std::min(lengths, max_planes_of_an_overview(judged.description().rank_count()));
    const std::size_t compared = request.baseline.empty() ? 0 : request.runs.size() + request.baseline.size();
    return (lengths + overview) + (compared > 0 ? compared * lengths + overview : 0);
}

/// `floor`: a logarithm.
Survey survey_of_run(const Run& judged, const DelayStack& stack, const Machine& machine,
                     const Request& request, float floor, const std::function<void()>& step) {
    try {
        PairClasses classes = find_pair_classes(stack, machine, step);
        if (request.kinds) split_by_declared_kinds(classes, *request.kinds, machine);
        return survey_of(stack, machine, std::move(classes), floor, step);
    } catch (const FileError& error) {
        throw FileError(fmt::format("{}: {}", judged.label(), error.what()));
    }
}

Case case_without_survey(const Request& request, const Run& judged, const DelayStack& stack,
                         const Machine& machine, double min_effect) {
    Case subject;
    subject.run = &judged;
    subject.stack = &stack;
    subject.both_ways = first_judged_as(request.runs, JudgedAs::both_ways, &judged);
    subject.declared = request.declared ? &*request.declared : nullptr;
    subject.min_effect = min_effect;
    subject.difference_of_archived = 2 * std::log1p(judged.description().archive_error);
    subject.min_time_s = request.min_time_s;
    subject.time_step_s = time_step_of(judged, stack, machine);
    if (request.kinds) subject.declared_kinds = kinds_of_hosts(*request.kinds, machine);
    return subject;
}

ExplainedStructure explained_structure(const Request& request, const Case& subject, Survey survey) {
    if (!request.wants(Aspect::anomalies) || differs_by_place(subject.run->description()))
        return {std::move(survey), {}};
    const std::span<const FindStructure> sought =
        can_be_explained(subject.run->description())
            ? std::span<const FindStructure>(structures_before_explaining)
            : structures_beside_noise;
    return explain_structure(subject, std::move(survey), sought);
}

void describe_pairs(Diagnosis& diagnosis, const Request& request, const Run& judged, const Survey& survey) {
    diagnosis.basis.partly_missing_fraction = partly_missing_fraction_of(survey);
    diagnosis.lengths = survey.lengths;
    diagnosis.classes = curves_of_classes(survey, diagnosis.runs.front().description);
    diagnosis.pairs = diagnosis.ranks * (diagnosis.ranks - 1);
    diagnosis.measured_pairs = survey.classes.pairs_measured();
    diagnosis.other_memories = medians_in_other_memories(request, judged, survey);
    diagnosis.loaded_runs = congestion_of(request, judged, survey.machine);
    diagnosis.worst_rails = worst_rails_of(judged, survey.machine);
}

void add_topology(Diagnosis& diagnosis, const Request& request, const Survey& survey) {
    if (request.declared || survey.partners.suffice_for_majority_of_hosts()) {
        diagnosis.topology = survey.classes.topology;
    } else {
        diagnosis.not_examined.push_back({"topology", "most hosts were measured with too few others"});
    }
}

void add_faults(Diagnosis& diagnosis, const Case& subject, Residual residual,
                const std::function<void()>& step) {
    residual = residual_to_explain(std::move(residual), subject);
    const bool is_to_explain = can_be_explained(subject.run->description());
    if (!is_to_explain) diagnosis.detectable = detectable_in(subject, residual);
    Detected detected = detect(subject, std::move(residual), diagnosis.not_examined);
    std::vector<Finding>& found = detected.findings;
    if (is_to_explain) diagnosis.detectable = explain_instead(found, subject, step);
    diagnosis.unexplained_slow_fraction = detected.unexplained_slow_fraction;
    diagnosis.unjudged_hosts = hosts_with_few_partners(subject, found);
    std::move(found.begin(), found.end(), std::back_inserter(diagnosis.findings));
    diagnosis.not_examined.push_back({"message contents", "no --check"});
}

/// What its description alone tells of a run that ended before a length was complete.
Diagnosis diagnosis_without_values(const Request& request, const Run& judged, const Machine& machine) {
    Diagnosis diagnosis = describe_machine(request, judged, machine);
    add_unresponsive_hosts(diagnosis.findings, request.runs, judged.description(), machine);
    diagnosis.not_examined.push_back({"delays", without_a_length});
    return diagnosis;
}

/// What pictures and curves need beside the findings.
void add_what_is_drawn(Diagnosis& diagnosis, const Request& request, const DelayStack& stack,
                       const Survey& survey) {
    constexpr std::size_t max_parts = 12;
    diagnosis.planes = host_planes(stack, survey);
    if (!request.for_pictures) return;
    diagnosis.further_planes = further_planes(stack, survey, diagnosis, request.drawn_length);
    std::vector<Part> parts;
    for (const Finding& finding : diagnosis.findings) {
        if (parts.size() < max_parts && about(finding.kind).is_drawn) parts.push_back(finding.part);
    }
    if (request.drawn_part) parts.push_back(part_named(*request.drawn_part, survey.machine));
    const auto mode = diagnosis.runs.front().description.mode;
    const auto before = std::find_if(request.baseline.begin(), request.baseline.end(), [&](const Run& run) {
        return run.description().mode == mode && !ended_before_a_length(run);
    });
    diagnosis.part_curves =
        curves_of_parts(parts, stack, survey, before == request.baseline.end() ? nullptr : &*before);
}

/// Of the same, without lengths at which nothing was sent.
Request of_sent_messages(Request request) {
    for (auto* const runs : {&request.runs, &request.baseline}) {
        for (Run& run : *runs) {
            if (has_unsent_messages(run)) run = with_sent_messages(run);
        }
    }
    return request;
}

}  // namespace

const Run& judged_run(const std::vector<Run>& runs) {
    const Run* const one_way = first_judged_as(runs, JudgedAs::one_way);
    if (one_way != nullptr) return *one_way;
    const auto measured = std::find_if_not(runs.begin(), runs.end(), ended_before_a_length);
    return measured != runs.end() ? *measured : runs.front();
}

Diagnosis diagnose(const Request& given, Progress& progress) {
    const Request request = of_sent_messages(given);
    const Run& judged = judged_run(request.runs);
    require_compatible_runs(judged, request);
    const Machine machine = machine_of(judged.description());
    if (ended_before_a_length(judged)) return diagnosis_without_values(request, judged, machine);
    if (has_trait(judged.description(), &ModeTraits::shares_time))
        return diagnosis_of_load(request, judged, machine);
    Diagnosis diagnosis = describe_machine(request, judged, machine);
    progress.begin(planes_to_read(request, judged));
    const auto step = [&] { progress.step(); };

    const auto stack = judged.stack(judged.preferred());
    Case subject = case_without_survey(request, judged, *stack, machine, diagnosis.min_effect);
    ExplainedStructure explained = explained_structure(
        request, subject, survey_of_run(judged, *stack, machine, request, subject.floor(), step));
    const Survey& survey = explained.survey;
    subject.survey = &survey;
    subject.partitions = partitions_of(survey);
    diagnosis.findings = std::move(explained.findings);
    subject.classes_are_known =
        std::any_of(diagnosis.findings.begin(), diagnosis.findings.end(),
                    [](const Finding& finding) { return finding.kind != FindingKind::mixed_slots; });
    describe_pairs(diagnosis, request, judged, survey);
    diagnosis.basis.may_be_posted_in_order =
        may_be_posted_in_order(judged.description(), survey.classes.topology);
    if (request.kinds) {
        diagnosis.kinds_follow_switches =
            kinds_follow_switches(*request.kinds, survey.classes.topology, survey.machine);
    }
    if (request.wants(Aspect::anomalies))
        add_faults(diagnosis, subject, take_residual(explained.survey), step);
    if (request.wants(Aspect::thresholds))
        add_thresholds(diagnosis, *stack, survey, request.only == Aspect::thresholds, step);
    if (request.wants(Aspect::topology)) add_topology(diagnosis, request, survey);
    if (request.wants(Aspect::comparison)) add_comparison(diagnosis, request, judged, step);
    leave_out_short_times(diagnosis);
    take_doubtful(diagnosis, request, subject);
    tolerate_known_slow_samples(diagnosis, request, judged);
    if (request.wants(Aspect::anomalies)) {
        add_unresponsive_hosts(diagnosis.findings, request.runs, judged.description(), machine);
        add_reported_adapters(diagnosis.findings, judged.description(), machine);
        add_slower_together(diagnosis.findings, request, judged, machine);
    }
    if (has_unsent_messages(judged_run(given.runs)))
        diagnosis.not_examined.push_back({"empty messages", "a broadcast of them sends nothing"});
    if (!request.only) report_unused_runs(diagnosis, request, subject);
    std::stable_sort(diagnosis.findings.begin(), diagnosis.findings.end(), comes_first);
    if (!request.wants(Aspect::anomalies)) {
        diagnosis.faults_sought = request.only == Aspect::comparison;
        diagnosis.not_examined.push_back({"faults", "excluded by --only"});
    }
    add_what_is_drawn(diagnosis, request, *stack, survey);
    diagnosis.host_rates = host_rates(judged.description(), *stack, survey);
    diagnosis.basis.implausible_values = implausible_values_of(request);
    diagnosis.class_of = std::make_shared<const ClassNumbers>(std::move(explained.survey.classes.of));
    return diagnosis;
}

}  // namespace fabricmap::diagnosis
