// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/collectives/collective_reports.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace fabricmap::diagnosis {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int collective_report_version = 1;

OrderedJson finite(double value) {
    return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}

template <typename Elements, typename JsonOf>
OrderedJson list_of(const Elements& elements, const JsonOf& json_of) {
    OrderedJson json = OrderedJson::array();
    for (const auto& element : elements) json.push_back(json_of(element));
    return json;
}

OrderedJson cell_json(const CollectiveRun& run, const CellSummary& cell) {
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
            {"median_s", finite(cell.time.value)},
            {"interval_s", {finite(cell.time.low), finite(cell.time.high)}},
            {"min_s", finite(cell.minimum)},
            {"max_s", finite(cell.maximum)},
            {"trimmed_mean_s", finite(cell.mean.mean)},
            {"trimmed_mean_error_s", finite(cell.mean.error)},
            {"lateness_s", finite(cell.lateness)},
            {"last_host", host_of_rank(run, cell.last_rank)},
            {"last_fraction", cell.last_fraction},
            {"clock_error_s", cell.clock_error_s}};
}

OrderedJson finding_json(const CollectiveFinding& finding) {
    return {{"kind", name_of(finding.kind)},
            {"fault", is_fault(finding.kind)},
            {"host", finding.host},
            {"ranks", finding.ranks},
            {"factor", finite(finding.factor)},
            {"extra_s", finite(finding.extra_s)},
            {"sentence", finding.sentence},
            {"evidence", finding.evidence}};
}

OrderedJson violation_json(const GuidelineViolation& violation) {
    return {{"kind", "guideline"},
            {"operation", violation.operation},
            {"algorithm", violation.algorithm},
            {"alternative", violation.alternative},
            {"from_sweep", violation.from_sweep},
            {"ranks", violation.ranks},
            {"lengths_bytes", violation.lengths_bytes},
            {"factors", list_of(violation.factors, finite)},
            {"sentence", violation_text(violation)}};
}

OrderedJson choice_json(const AlgorithmChoice& choice) {
    return {{"operation", choice.operation},
            {"ranks", choice.ranks},
            {"root", choice.root},
            {"length_bytes", choice.length_bytes},
            {"best", choice.best},
            {"best_s", finite(choice.best_s)},
            {"default_s", finite(choice.default_s)},
            {"factor", finite(choice.factor)},
            {"bad", choice.is_bad}};
}

OrderedJson overlap_json(const OverlapResult& result) {
    return {{"operation", result.operation},
            {"ranks", result.ranks},
            {"length_bytes", result.length_bytes},
            {"pure_s", finite(result.pure_s)},
            {"compute_s", list_of(result.compute_s, finite)},
            {"total_s", list_of(result.total_s, finite)},
            {"overlap", list_of(result.overlap, finite)},
            {"overlap_at_equal_work", finite(result.at_equal_work)},
            {"init_fraction", finite(result.init_fraction)}};
}

OrderedJson check_json(const GuidelineCheck& check) {
    return {{"operation", check.operation}, {"mock_up", check.mock_up},
            {"ranks", check.ranks},         {"length_bytes", check.length_bytes},
            {"ratio", finite(check.ratio)}, {"candidate", check.is_candidate},
            {"violated", check.is_violated}};
}

/// What network administrators need not mend: no exit code, no fault.
OrderedJson tuning_json(const CollectiveDiagnosis& diagnosis) {
    OrderedJson tuning = list_of(diagnosis.violations, violation_json);
    for (const AlgorithmChoice& choice : diagnosis.algorithms) {
        if (!choice.is_bad) continue;
        OrderedJson json = choice_json(choice);
        json["kind"] = "algorithm";
        tuning.push_back(std::move(json));
    }
    return tuning;
}

}  // namespace

std::string collective_json_report(const CollectiveDiagnosis& diagnosis) {
    const RunDescription& description = diagnosis.run.description;
    OrderedJson json;
    json["schema_version"] = collective_report_version;
    json["verdict"] = collective_verdict(diagnosis);
    json["faults"] = diagnosis.fault_count();
    json["runs"] = diagnosis.labels;
    json["baseline"] = diagnosis.baseline_labels;
    json["run_id"] = description.run_id;
    json["mpi_library"] = description.mpi_library;
    json["ranks"] = description.rank_count();
    json["hosts"] = diagnosis.host_count;
    json["start"] = name_of(diagnosis.run.start);
    json["timing"] = name_of(diagnosis.run.timing);
    json["complete"] = description.complete;
    json["findings"] = list_of(diagnosis.findings, finding_json);
    json["tuning"] = tuning_json(diagnosis);
    json["guidelines"] = list_of(diagnosis.checks, check_json);
    json["algorithms"] = list_of(diagnosis.algorithms, choice_json);
    json["overlap"] = list_of(diagnosis.overlaps, overlap_json);
    const auto cell = [&](const CellSummary& summary) { return cell_json(diagnosis.run, summary); };
    json["cells"] = list_of(diagnosis.cells, cell);
    json["start_error"] = list_of(diagnosis.start_error, cell);
    json["remarks"] = diagnosis.remarks;
    // Names come from files: what is no UTF-8 in them must not cost the report.
    return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

}  // namespace fabricmap::diagnosis
