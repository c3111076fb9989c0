// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/collectives/collective_diagnosis.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "diagnosis/collectives/detectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace fabricmap::diagnosis {
namespace {

std::int64_t count_hosts(const CollectiveRun& run) {
    std::set<std::string> hosts;
    for (std::size_t rank = 0; rank < run.description.ranks.size(); ++rank)
        hosts.insert(host_of_rank(run, static_cast<int>(rank)));
    return static_cast<std::int64_t>(hosts.size());
}

void note_uncertain_cells(CollectiveDiagnosis& diagnosis) {
    const auto count = [&](const auto& is) {
        return std::count_if(diagnosis.cells.begin(), diagnosis.cells.end(), is);
    };
    const auto unpunctual = count([](const CellSummary& cell) { return cell.all_count; });
    const auto coarse = count([](const CellSummary& cell) { return cell.is_coarse(); });
    if (unpunctual > 0) {
        diagnosis.remarks.push_back(
            fmt::format("In {} fewer than half of the runs started in time: their times "
                        "hold late starts; measure with a core for each rank.",
                        counted(unpunctual, "cell")));
    }
    if (coarse > 0) {
        diagnosis.remarks.push_back(
            fmt::format("In {} the clocks may err by more than 5 % of the time; take "
                        "--timing max there.",
                        counted(coarse, "cell")));
    }
}

/// The interval, or the extremes of five visits, between which the median lies in 15 of 16 cases; NaN where
/// there are fewer.
ValueInterval bounds_of(const CellSummary& cell) {
    constexpr std::size_t min_visits = 5;
    ValueInterval bounds = cell.time;
    if (!std::isnan(bounds.low) || cell.visit_medians.size() < min_visits) return bounds;
    const auto [low, high] = std::minmax_element(cell.visit_medians.begin(), cell.visit_medians.end());
    bounds.low = *low;
    bounds.high = *high;
    return bounds;
}

}  // namespace

std::int64_t CollectiveDiagnosis::fault_count() const {
    return std::count_if(findings.begin(), findings.end(),
                         [](const CollectiveFinding& finding) { return is_fault(finding.kind); });
}

std::int64_t CollectiveDiagnosis::bad_choices() const {
    return std::count_if(algorithms.begin(), algorithms.end(),
                         [](const AlgorithmChoice& choice) { return choice.is_bad; });
}

bool is_surely_longer(const CellSummary& longer, const CellSummary& shorter, double min_ratio,
                      double multiple) {
    return bounds_of(longer).low > min_ratio * multiple * bounds_of(shorter).high;
}

std::string cell_text(const CollectiveRun& run, const CollectiveCell& cell) {
    std::string text = operation_of(run, cell);
    if (cell.mock_up != no_index) text += fmt::format(" by {}", mock_up_of(run, cell));
    if (cell.algorithm != no_index) text += fmt::format(" ({})", algorithm_of(run, cell));
    if (cell.message_length > 0) text += fmt::format(" of {}", format_size(cell.message_length));
    return text + fmt::format(" on {}", counted(cell.ranks, "rank"));
}

CollectiveDiagnosis diagnose_collectives(const CollectiveRequest& request) {
    if (request.runs.empty()) throw UsageError("give a run of collective_test");
    const CollectiveInput& input = request.runs.front();
    CollectiveDiagnosis diagnosis;
    for (const CollectiveInput& run : request.runs) diagnosis.labels.push_back(run.label);
    for (const CollectiveInput& run : request.baseline) diagnosis.baseline_labels.push_back(run.label);
    diagnosis.run = input.run;
    diagnosis.host_count = count_hosts(input.run);
    diagnosis.min_effect = request.min_effect;
    diagnosis.cells = summaries_of(input.run, input.visits);
    diagnosis.start_error = summaries_of(input.run, input.visits, VisitPurpose::start_error);
    note_uncertain_cells(diagnosis);
    check_guidelines(input, diagnosis);
    check_sweep(diagnosis);
    choose_algorithms(diagnosis);
    measure_overlap(input, diagnosis);
    profile_ranks(input, diagnosis);
    find_slow_hosts(input, diagnosis);
    if (!request.baseline.empty()) compare_collectives(request, diagnosis);
    std::stable_sort(diagnosis.findings.begin(), diagnosis.findings.end(),
                     [](const CollectiveFinding& a, const CollectiveFinding& b) {
                         const bool fault_first = is_fault(a.kind) && !is_fault(b.kind);
                         return is_fault(a.kind) != is_fault(b.kind) ? fault_first : a.factor > b.factor;
                     });
    return diagnosis;
}

}  // namespace fabricmap::diagnosis
