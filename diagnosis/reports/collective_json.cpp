// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/collective_reports.hpp"

namespace fabricmap::diagnosis {
namespace {

Json cell_json(const CollectiveRun& run, const CellSummary& cell) {
    return {{"operation", operation_of(run, cell.cell)},
            {"mock_up", mock_up_of(run, cell.cell)},
            {"algorithm", algorithm_of(run, cell.cell)},
            {"ranks", cell.cell.ranks},
            {"root", cell.cell.root},
            {"length_bytes", cell.cell.message_length},
            {"total_bytes", cell.total_length},
            {"jobs", cell.jobs},
            {"visits", cell.visits},
            {"runs", cell.runs},
            {"punctual", cell.punctual},
            {"unpunctual", cell.all_count},
            {"judgeable", !cell.is_start_error},
            {"median_s", json_number(cell.time.value)},
            {"interval_s", {json_number(cell.time.low), json_number(cell.time.high)}},
            {"min_s", json_number(cell.minimum)},
            {"max_s", json_number(cell.maximum)},
            {"trimmed_mean_s", json_number(cell.mean.mean)},
            {"trimmed_mean_error_s", json_number(cell.mean.error)},
            {"lateness_s", json_number(cell.lateness)},
            {"last_host", host_of_rank(run, cell.last_rank)},
            {"last_fraction", cell.last_fraction},
            {"clock_error_s", cell.clock_error_s}};
}

Json violation_json(const GuidelineViolation& violation) {
    return {{"kind", "guideline"},
            {"operation", violation.operation},
            {"algorithm", violation.algorithm},
            {"alternative", violation.alternative},
            {"from_sweep", violation.from_sweep},
            {"ranks", violation.ranks},
            {"lengths_bytes", violation.lengths_bytes},
            {"factors", json_list(violation.factors, json_number)},
            {"sentence", violation_text(violation)}};
}

Json choice_json(const AlgorithmChoice& choice) {
    return {{"operation", choice.operation},
            {"ranks", choice.ranks},
            {"root", choice.root},
            {"length_bytes", choice.length_bytes},
            {"best", choice.best},
            {"best_s", json_number(choice.best_s)},
            {"default_s", json_number(choice.default_s)},
            {"default_is_hidden", choice.default_is_hidden},
            {"factor", json_number(choice.factor)},
            {"bad", choice.is_bad},
            {"candidate", choice.is_candidate},
            {"as_fast", choice.as_fast},
            {"max_ratio", json_number(choice.max_ratio)},
            {"setting", choice.setting}};
}

Json overlap_json(const OverlapResult& result) {
    return {{"operation", result.operation},
            {"ranks", result.ranks},
            {"length_bytes", result.length_bytes},
            {"pure_s", json_number(result.pure_s)},
            {"compute_s", json_list(result.compute_s, json_number)},
            {"total_s", json_list(result.total_s, json_number)},
            {"overlap", json_list(result.overlap, json_number)},
            {"overlap_at_equal_work", json_number(result.at_equal_work)},
            {"init_fraction", json_number(result.init_fraction)}};
}

Json groups_json(const GroupsAtOnce& result) {
    return {{"operation", result.operation},
            {"algorithm", result.algorithm},
            {"ranks", result.ranks},
            {"length_bytes", result.length_bytes},
            {"first_ranks", result.first_ranks},
            {"times_s",
             json_list(result.times, [](const ValueInterval& time) { return json_number(time.value); })},
            {"worst_s", json_number(result.times[result.worst].value)},
            {"spread", json_number(result.spread)}};
}

Json check_json(const GuidelineCheck& check) {
    return {{"operation", check.operation},
            {"mock_up", check.mock_up},
            {"ranks", check.ranks},
            {"length_bytes", check.length_bytes},
            {"ratio", json_number(check.ratio)},
            {"candidate", check.is_candidate},
            {"violated", check.is_violated}};
}

Json memory_of_cells_json(const CollectivesInMemory& other) {
    const auto cell = [&](const CellSummary& summary) { return cell_json(other.run, summary); };
    return {{"memory", name_of(other.memory)}, {"cells", json_list(other.cells, cell)}};
}

/// What network administrators need not mend: no exit code, no fault.
Json tuning_json(const CollectiveResults& results) {
    Json tuning = json_list(results.violations, violation_json);
    for (const AlgorithmChoice& choice : results.algorithms) {
        if (!choice.is_bad) continue;
        Json json = choice_json(choice);
        json["kind"] = "algorithm";
        tuning.push_back(std::move(json));
    }
    return tuning;
}

}  // namespace

Json collectives_json(const CollectiveResults& results) {
    const auto cell = [&](const CellSummary& summary) { return cell_json(results.run, summary); };
    return {{"start", name_of(results.run.start)},
            {"timing", name_of(results.run.timing)},
            {"jobs", results.jobs},
            {"confidence", results.terms.confidence},
            {"trimmed", results.terms.trimmed},
            {"baseline", results.baseline_labels},
            {"tuning", tuning_json(results)},
            {"guidelines", json_list(results.checks, check_json)},
            {"algorithms", json_list(results.algorithms, choice_json)},
            {"overlap", json_list(results.overlaps, overlap_json)},
            {"groups", json_list(results.groups, groups_json)},
            {"cells", json_list(results.cells, cell)},
            {"other_memories", json_list(results.other_memories, memory_of_cells_json)},
            {"start_error", json_list(results.start_error, cell)},
            {"remarks", results.remarks}};
}

}  // namespace fabricmap::diagnosis
