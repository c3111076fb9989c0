// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/cell_summary.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace fabricmap {
namespace {

constexpr double unknown_time = std::numeric_limits<double>::quiet_NaN();

double median_of_times(const std::vector<const CollectiveVisit*>& visits,
                       std::vector<double> CollectiveVisit::*times) {
    std::vector<double> numbers;
    for (const CollectiveVisit* visit : visits) {
        for (const double time : visit->*times) {
            if (!std::isnan(time)) numbers.push_back(time);
        }
    }
    return numbers.empty() ? unknown_time : median_of(numbers);
}

double deviation_of_sample(const std::vector<double>& values) {
    if (values.size() < 2) return unknown_time;
    const auto n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    const double squares = std::accumulate(values.begin(), values.end(), 0.0, [&](double sum, double value) {
        return sum + (value - mean) * (value - mean);
    });
    return std::sqrt(squares / (n - 1));
}

void find_last_rank(const std::vector<const CollectiveVisit*>& visits, CellSummary& summary) {
    std::map<int, std::size_t> times_last;
    std::size_t known = 0;
    for (const CollectiveVisit* visit : visits) {
        for (const int rank : visit->last_rank) {
            if (rank == no_index) continue;
            ++times_last[rank];
            ++known;
        }
    }
    if (known == 0) return;
    const auto most = std::max_element(times_last.begin(), times_last.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    summary.last_rank = most->first;
    summary.last_fraction = static_cast<double>(most->second) / static_cast<double>(known);
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

struct CellOfJob {
    std::size_t job;  ///< its place among all
    const CellSummary* cell;
};

/// Of the jobs in which it is known; NaN where it is in none.
double median_over(const std::vector<CellOfJob>& jobs, double CellSummary::*value) {
    std::vector<double> known;
    for (const CellOfJob& job : jobs) {
        if (!std::isnan(job.cell->*value)) known.push_back(job.cell->*value);
    }
    return known.empty() ? unknown_time : median_of(known);
}

/// One cell of several jobs.
CellSummary over_jobs(const std::vector<CellOfJob>& jobs, const SummaryTerms& terms) {
    CellSummary pooled = *jobs.front().cell;
    if (jobs.size() == 1) return pooled;
    pooled.jobs = jobs.size();
    pooled.visits = pooled.runs = pooled.punctual = 0;
    pooled.visit_medians.clear();
    std::vector<double> means;
    std::size_t hidden = 0;
    for (const auto& [number, job] : jobs) {
        pooled.visits += job->visits;
        pooled.runs += job->runs;
        pooled.punctual += job->punctual;
        pooled.visit_medians.push_back(job->time.value);
        pooled.job_of_value.push_back(number);
        pooled.minimum = std::fmin(pooled.minimum, job->minimum);
        pooled.maximum = std::fmax(pooled.maximum, job->maximum);
        pooled.clock_error_s = std::max(pooled.clock_error_s, job->clock_error_s);
        if (job->last_rank != pooled.last_rank) pooled.last_rank = no_index;
        means.push_back(job->mean.mean);
        hidden += job->is_start_error ? 1 : 0;
    }
    pooled.all_count = 2 * pooled.punctual < pooled.runs;
    pooled.is_start_error = 2 * hidden > jobs.size();
    pooled.time = interval_over_jobs(pooled.visit_medians, terms.confidence);
    pooled.mean = trimmed_mean(means, 0, terms.confidence);
    for (double CellSummary::*const value :
         {&CellSummary::deviation, &CellSummary::lateness, &CellSummary::init, &CellSummary::computed,
          &CellSummary::wait, &CellSummary::compute_s})
        pooled.*value = median_over(jobs, value);
    pooled.last_fraction = pooled.last_rank == no_index ? 0 : median_over(jobs, &CellSummary::last_fraction);
    return pooled;
}

std::string name_at(const std::vector<std::string>& names, int index) {
    return index == no_index ? std::string() : names.at(static_cast<std::size_t>(index));
}

}  // namespace

CellSummary summary_of(const std::vector<const CollectiveVisit*>& visits, CollectiveTiming timing,
                       const SummaryTerms& terms) {
    const CollectiveVisit& first = *visits.front();
    const CellTimes times = cell_times(visits, timing);
    CellSummary summary;
    summary.cell = first.cell;
    summary.purpose = first.purpose;
    summary.total_length = first.total_length;
    summary.visits = visits.size();
    summary.runs = times.runs;
    summary.punctual = times.punctual;
    summary.all_count = times.all_count;
    summary.visit_medians = times.visit_medians;
    summary.time = interval_over_visits(times.visit_medians, terms.confidence);
    const auto [low, high] = std::minmax_element(times.counted.begin(), times.counted.end());
    summary.minimum = times.counted.empty() ? unknown_time : *low;
    summary.maximum = times.counted.empty() ? unknown_time : *high;
    summary.mean = trimmed_mean(times.counted, terms.trimmed, terms.confidence);
    summary.deviation = deviation_of_sample(times.counted);
    summary.lateness = median_of_times(visits, &CollectiveVisit::lateness);
    summary.init = median_of_times(visits, &CollectiveVisit::init);
    summary.computed = median_of_times(visits, &CollectiveVisit::computed);
    summary.wait = median_of_times(visits, &CollectiveVisit::wait);
    summary.compute_s = first.compute_s;
    for (const CollectiveVisit* visit : visits)
        summary.clock_error_s = std::max(summary.clock_error_s, visit->clock_error_s);
    find_last_rank(visits, summary);
    return summary;
}

std::vector<CellSummary> summaries_of(const CollectiveRun& run, const std::vector<CollectiveVisit>& visits,
                                      VisitPurpose purpose, const SummaryTerms& terms) {
    std::map<CollectiveCell, std::vector<const CollectiveVisit*>> by_cell;
    for (const CollectiveVisit& visit : visits) {
        if (visit.purpose == purpose) by_cell[visit.cell].push_back(&visit);
    }
    std::vector<CellSummary> summaries;
    summaries.reserve(by_cell.size());
    const double start_error_s = purpose == VisitPurpose::start_error ? 0 : start_error_of(run, visits);
    for (const auto& [cell, of_cell] : by_cell) {
        summaries.push_back(summary_of(of_cell, run.timing, terms));
        summaries.back().is_start_error = is_mostly_start_error(
            summaries.back().time.value, cell_times(of_cell, run.timing), start_error_s);
    }
    return summaries;
}

std::vector<CellSummary> summaries_over_jobs(std::span<const JobOfCollectives> jobs,
                                             const SummaryTerms& terms) {
    std::map<CellName, std::vector<CellOfJob>> by_name;
    std::vector<std::vector<CellSummary>> of_jobs;
    of_jobs.reserve(jobs.size());
    for (const JobOfCollectives& job : jobs) {
        of_jobs.push_back(summaries_of(job.run, job.visits, VisitPurpose::sweep, terms));
        for (const CellSummary& cell : of_jobs.back()) {
            if (!std::isnan(cell.time.value))
                by_name[name_of_cell(job.run, cell.cell)].push_back({of_jobs.size() - 1, &cell});
        }
    }
    std::vector<CellSummary> pooled;
    for (const CellSummary& cell : of_jobs.front()) {
        const auto found = by_name.find(name_of_cell(jobs.front().run, cell.cell));
        pooled.push_back(
            found == by_name.end() || std::isnan(cell.time.value) ? cell : over_jobs(found->second, terms));
    }
    return pooled;
}

CellName name_of_cell(const CollectiveRun& run, const CollectiveCell& cell) {
    return {operation_of(run, cell), mock_up_of(run, cell), algorithm_of(run, cell), cell.ranks, cell.root,
            cell.message_length};
}

bool is_surely_longer(const CellSummary& longer, const CellSummary& shorter, double min_ratio) {
    return bounds_of(longer).low > min_ratio * bounds_of(shorter).high;
}

double start_error_of(const CollectiveRun& run, const std::vector<CollectiveVisit>& visits) {
    double error_s = 0;
    for (const CellSummary& wait : summaries_of(run, visits, VisitPurpose::start_error)) {
        const double truth_s = time_of_wait_s(operation_of(run, wait.cell), wait.cell.ranks);
        error_s = std::fmax(error_s, std::abs(wait.time.value - truth_s));
    }
    return error_s;
}

std::string operation_of(const CollectiveRun& run, const CollectiveCell& cell) {
    return name_at(run.operations, cell.operation);
}

std::string mock_up_of(const CollectiveRun& run, const CollectiveCell& cell) {
    return name_at(run.mock_ups, cell.mock_up);
}

std::string algorithm_of(const CollectiveRun& run, const CollectiveCell& cell) {
    const std::string name = name_at(run.algorithms, cell.algorithm);
    return name.substr(name.find('/') + 1);
}

std::string host_of_rank(const CollectiveRun& run, int rank) {
    if (rank == no_index) return {};
    const std::string& host = run.description.ranks.at(static_cast<std::size_t>(rank)).host;
    return host.empty() ? "rank " + std::to_string(rank) : host;
}

}  // namespace fabricmap
