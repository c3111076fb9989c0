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
            {"visits", cell.visits},
            {"runs", cell.runs},
            {"punctual", cell.punctual},
            {"unpunctual", cell.all_count},
            {"median_s", number(cell.time.value)},
            {"interval_s", {number(cell.time.low), number(cell.time.high)}},
            {"min_s", number(cell.minimum)},
            {"max_s", number(cell.maximum)},
            {"trimmed_mean_s", number(cell.mean.mean)},
            {"trimmed_mean_error_s", number(cell.mean.error)},
            {"lateness_s", number(cell.lateness)},
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
            {"factors", all_of(violation.factors, number)},
            {"sentence", violation_text(violation)}};
}

Json choice_json(const AlgorithmChoice& choice) {
    return {{"operation", choice.operation},
            {"ranks", choice.ranks},
            {"root", choice.root},
            {"length_bytes", choice.length_bytes},
            {"best", choice.best},
            {"best_s", number(choice.best_s)},
            {"default_s", number(choice.default_s)},
            {"factor", number(choice.factor)},
            {"bad", choice.is_bad}};
}

Json overlap_json(const OverlapResult& result) {
    return {{"operation", result.operation},
            {"ranks", result.ranks},
            {"length_bytes", result.length_bytes},
            {"pure_s", number(result.pure_s)},
            {"compute_s", all_of(result.compute_s, number)},
            {"total_s", all_of(result.total_s, number)},
            {"overlap", all_of(result.overlap, number)},
            {"overlap_at_equal_work", number(result.at_equal_work)},
            {"init_fraction", number(result.init_fraction)}};
}

Json check_json(const GuidelineCheck& check) {
    return {{"operation", check.operation}, {"mock_up", check.mock_up},
            {"ranks", check.ranks},         {"length_bytes", check.length_bytes},
            {"ratio", number(check.ratio)}, {"candidate", check.is_candidate},
            {"violated", check.is_violated}};
}

/// What network administrators need not mend: no exit code, no fault.
Json tuning_json(const CollectiveResults& results) {
    Json tuning = all_of(results.violations, violation_json);
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
            {"baseline", results.baseline_labels},
            {"tuning", tuning_json(results)},
            {"guidelines", all_of(results.checks, check_json)},
            {"algorithms", all_of(results.algorithms, choice_json)},
            {"overlap", all_of(results.overlaps, overlap_json)},
            {"cells", all_of(results.cells, cell)},
            {"start_error", all_of(results.start_error, cell)},
            {"remarks", results.remarks}};
}

}  // namespace fabricmap::diagnosis
