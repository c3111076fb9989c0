// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/collectives/collective_diagnosis.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "diagnosis/collectives/detectors.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "netcdf_schema/collectives/best_algorithm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

namespace fabricmap::diagnosis {
namespace {

/// The hosts in the order of their first rank.
std::vector<std::string> hosts_of_run(const CollectiveRun& run) {
    std::vector<std::string> hosts;
    for (std::size_t rank = 0; rank < run.description.ranks.size(); ++rank) {
        std::string host = host_of_rank(run, static_cast<int>(rank));
        if (std::find(hosts.begin(), hosts.end(), host) == hosts.end()) hosts.push_back(std::move(host));
    }
    return hosts;
}

void note_uncertain_cells(CollectiveResults& results) {
    const auto count = [&](const auto& is) {
        return std::count_if(results.cells.begin(), results.cells.end(), is);
    };
    const auto late = count([](const CellSummary& cell) { return cell.all_count; });
    const auto coarse = count([](const CellSummary& cell) { return cell.is_coarse(); });
    const auto hidden = count([](const CellSummary& cell) { return cell.is_start_error; });
    if (hidden > 0) {
        results.remarks.push_back(
            fmt::format("{} cannot be judged here: runs start together worse than they are long.",
                        counted(hidden, "value")));
    }
    if (late > 0) {
        results.remarks.push_back(
            fmt::format("Of {} fewer than half of the runs started in time: their times "
                        "hold late starts; measure with a core for each rank.",
                        counted(late, "value")));
    }
    if (coarse > 0) {
        results.remarks.push_back(
            fmt::format("Of {} the clocks may err by more than 5 % of the time; take "
                        "--timing max there.",
                        counted(coarse, "value")));
    }
}

JudgedRun judged_run_of(const CollectiveInput& input) {
    return {input.label, input.run.description, Statistic::median,
            fmt::format("collective operations (start {}, timing {})", name_of(input.run.start),
                        name_of(input.run.timing))};
}

/// The first run's cells, over all runs.
std::vector<CellSummary> cells_over_runs(const std::vector<CollectiveInput>& runs,
                                         const SummaryTerms& terms) {
    std::vector<JobOfCollectives> jobs;
    jobs.reserve(runs.size());
    for (const CollectiveInput& input : runs) jobs.push_back({input.run, input.visits});
    return summaries_over_jobs(jobs, terms);
}

MessageMemory memory_of_input(const CollectiveInput& input) {
    return memory_of(input.run.description);
}

/// Those whose buffers lay in other memories than the first run's, a list for each memory.
std::vector<std::vector<CollectiveInput>> take_other_memories(std::vector<CollectiveInput>& runs) {
    std::vector<std::vector<CollectiveInput>> others;
    std::vector<CollectiveInput> same;
    for (CollectiveInput& input : runs) {
        const auto known = std::find_if(others.begin(), others.end(), [&](const auto& of_memory) {
            return memory_of_input(of_memory.front()) == memory_of_input(input);
        });
        if (same.empty() || memory_of_input(same.front()) == memory_of_input(input)) {
            same.push_back(std::move(input));
        } else if (known != others.end()) {
            known->push_back(std::move(input));
        } else {
            others.emplace_back().push_back(std::move(input));
        }
    }
    runs = std::move(same);
    return others;
}

void require_the_same_memory(const CollectiveRequest& request) {
    const MessageMemory judged = memory_of_input(request.runs.front());
    for (const CollectiveInput& input : request.baseline) {
        if (memory_of_input(input) == judged) continue;
        throw UsageError(
            fmt::format("--baseline {}: its buffers lay {}, those of the run {}; compare runs of one memory, "
                        "or give both "
                        "without --baseline to see them side by side",
                        input.label, memory_text(memory_of_input(input)), memory_text(judged)));
    }
}

std::vector<std::int64_t> lengths_of(const std::vector<CellSummary>& cells) {
    std::set<std::int64_t> lengths;
    for (const CellSummary& cell : cells) lengths.insert(cell.cell.message_length);
    return {lengths.begin(), lengths.end()};
}

/// Faults first, the largest before others.
bool is_before(const Finding& one, const Finding& other) {
    const auto factor_of = [](const Finding& finding) { return finding.effect.value_or(Effect{}).factor; };
    return is_fault(one.kind) != is_fault(other.kind) ? is_fault(one.kind)
                                                      : factor_of(one) > factor_of(other);
}

void require_the_same_hosts(const std::vector<CollectiveInput>& runs) {
    for (const CollectiveInput& other : runs) {
        if (have_the_same_hosts(other.run, runs.front().run)) continue;
        throw UsageError(fmt::format(
            "{}: it was measured on other hosts or with other ranks than {}; diagnose them apart, "
            "or compare them with --baseline",
            other.label, runs.front().label));
    }
}

}  // namespace

Diagnosis diagnose_collectives(CollectiveRequest request) {
    if (request.runs.empty()) throw UsageError("give a run of collective_test");
    require_the_same_hosts(request.runs);
    const auto in_other_memories = take_other_memories(request.runs);
    require_the_same_memory(request);
    const CollectiveInput& input = request.runs.front();
    Diagnosis diagnosis;
    for (const CollectiveInput& run : request.runs) diagnosis.runs.push_back(judged_run_of(run));
    for (const auto& runs : in_other_memories) {
        for (const CollectiveInput& run : runs) diagnosis.runs.push_back(judged_run_of(run));
    }
    diagnosis.hosts = hosts_of_run(input.run);
    diagnosis.ranks = input.run.description.rank_count();
    const std::vector<bool> shares_core = ranks_sharing_cores(input.run.description.ranks);
    diagnosis.basis.ranks_sharing_cores = std::count(shares_core.begin(), shares_core.end(), true);
    diagnosis.min_effect = request.min_effect;
    diagnosis.min_time_s = request.min_time_s;
    CollectiveResults results;
    results.run = input.run;
    for (const CollectiveInput& run : request.baseline) results.baseline_labels.push_back(run.label);
    results.jobs = request.runs.size();
    results.terms = request.terms;
    results.cells = cells_over_runs(request.runs, request.terms);
    for (const auto& runs : in_other_memories) {
        results.other_memories.push_back(
            {memory_of_input(runs.front()), runs.front().run, cells_over_runs(runs, request.terms)});
    }
    results.start_error = summaries_of(input.run, input.visits, VisitPurpose::start_error);
    diagnosis.lengths = lengths_of(results.cells);
    note_uncertain_cells(results);
    if (results.jobs < min_jobs_to_name_algorithm) {
        results.remarks.emplace_back(
            "Intervals hold within a job; jobs differ by more. Give the runs of several jobs together: "
            "collective_test says how to make them.");
    }
    check_guidelines(request.runs, results);
    if (!results.checks.empty()) check_sweep(results);
    choose_algorithms(results);
    compare_groups(input, results);
    measure_overlap(input, results);
    profile_ranks(input, results);
    for (const CollectiveInput& run : request.runs)
        results.hosts_are_distinguished |= find_slow_hosts(run, diagnosis);
    if (!results.hosts_are_distinguished) note_hidden_hosts(input, diagnosis);
    if (!request.baseline.empty()) compare_collectives(request, diagnosis, results);
    std::stable_sort(diagnosis.findings.begin(), diagnosis.findings.end(), is_before);
    diagnosis.collectives = std::make_shared<const CollectiveResults>(std::move(results));
    return diagnosis;
}

}  // namespace fabricmap::diagnosis
