// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "diagnosis/collectives/detectors.hpp"
#include "netcdf_schema/collectives/best_algorithm.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace fabricmap::diagnosis {
namespace {

// With twelve visits at a ratio of 1 the third smallest is above 1.05 by chance in 2 of 10,000 cases.
constexpr double min_guideline_ratio = 1.05;
constexpr std::size_t verdict_visits = 12;
constexpr std::size_t third_smallest = 2;

double counted_median(const CollectiveVisit& visit, CollectiveTiming timing) {
    const CollectiveVisit* const one = &visit;
    const CellTimes times = cell_times(std::span(&one, 1), timing);
    return times.visit_medians.empty() ? std::nan("") : times.visit_medians.front();
}

/// The visit of the call itself that was made beside that of a mock-up: the nearest one of the same pass.
const CollectiveVisit* partner_of(const std::vector<CollectiveVisit>& visits, std::size_t index) {
    const CollectiveVisit& mock_up = visits[index];
    CollectiveCell cell = mock_up.cell;
    cell.mock_up = no_index;
    const auto is_partner = [&](std::size_t other) {
        const CollectiveVisit& visit = visits[other];
        return visit.purpose == mock_up.purpose && visit.pass == mock_up.pass && visit.cell == cell;
    };
    for (std::size_t distance = 1; distance < visits.size(); ++distance) {
        if (distance <= index && is_partner(index - distance)) return &visits[index - distance];
        if (index + distance < visits.size() && is_partner(index + distance))
            return &visits[index + distance];
    }
    return nullptr;
}

struct Ratios {
    std::vector<double> candidate;
    std::vector<double> verdict;
};

void add_ratios(const CollectiveInput& input, std::map<CellName, Ratios>& ratios) {
    for (std::size_t index = 0; index < input.visits.size(); ++index) {
        const CollectiveVisit& visit = input.visits[index];
        const bool is_candidate = visit.purpose == VisitPurpose::candidate;
        if (visit.cell.mock_up == no_index || (!is_candidate && visit.purpose != VisitPurpose::verdict))
            continue;
        const CollectiveVisit* const call = partner_of(input.visits, index);
        if (call == nullptr) continue;
        const double ratio =
            counted_median(*call, input.run.timing) / counted_median(visit, input.run.timing);
        if (!std::isfinite(ratio)) continue;
        Ratios& of_cell = ratios[name_of_cell(input.run, visit.cell)];
        (is_candidate ? of_cell.candidate : of_cell.verdict).push_back(ratio);
    }
}

/// What violates a guideline at several lengths is said once.
class Violations {
  public:
    explicit Violations(std::vector<GuidelineViolation>& violations) : violations_(violations) {}

    void add(GuidelineViolation violation, std::int64_t length, double factor) {
        const auto key = [](const GuidelineViolation& of) {
            return std::tie(of.operation, of.algorithm, of.alternative, of.from_sweep, of.ranks);
        };
        const auto same = std::find_if(violations_.begin(), violations_.end(),
                                       [&](const auto& other) { return key(other) == key(violation); });
        GuidelineViolation& entry =
            same == violations_.end() ? violations_.emplace_back(std::move(violation)) : *same;
        entry.lengths_bytes.push_back(length);
        entry.factors.push_back(factor);
        entry.worst_factor = std::max(entry.worst_factor, factor);
    }

  private:
    std::vector<GuidelineViolation>& violations_;
};

/// The lengths of one curve of the sweep, ascending.
std::map<CollectiveCell, std::vector<const CellSummary*>> curves_of(const CollectiveResults& results) {
    std::map<CollectiveCell, std::vector<const CellSummary*>> curves;
    for (const CellSummary& cell : results.cells) {
        CollectiveCell key = cell.cell;
        key.message_length = 0;
        if (cell.visits >= 6 && !cell.is_start_error && cell.cell.mock_up == no_index)
            curves[key].push_back(&cell);
    }
    return curves;
}

const CellSummary* worst_above(const std::vector<const CellSummary*>& curve, std::size_t index) {
    const CellSummary* worst = nullptr;
    for (std::size_t other = index + 1; other < curve.size(); ++other) {
        if (!is_surely_longer(*curve[index], *curve[other], min_guideline_ratio)) continue;
        if (worst == nullptr || curve[other]->time.value < worst->time.value) worst = curve[other];
    }
    return worst;
}

}  // namespace

void check_guidelines(const std::vector<CollectiveInput>& inputs, CollectiveResults& results) {
    std::map<CellName, Ratios> ratios_by_name;
    for (const CollectiveInput& input : inputs) add_ratios(input, ratios_by_name);
    Violations violations(results.violations);
    std::size_t undecided = 0;
    for (auto& [name, ratios] : ratios_by_name) {
        const auto& [operation, mock_up, algorithm, ranks, root, length] = name;
        GuidelineCheck check{operation, mock_up, ranks, length};
        if (!ratios.candidate.empty()) check.ratio = median_of(ratios.candidate);
        check.is_candidate = check.ratio > min_guideline_ratio;
        if (ratios.verdict.size() >= verdict_visits) {
            check.is_violated = value_at(ratios.verdict, third_smallest) > min_guideline_ratio;
            check.ratio = median_of(ratios.verdict);
        } else if (check.is_candidate) {
            ++undecided;
        }
        if (check.is_violated) {
            violations.add({operation, algorithm, mock_up, false, ranks}, length, check.ratio);
        }
        results.checks.push_back(std::move(check));
    }
    if (undecided > 0) {
        results.remarks.push_back(fmt::format(
            "There were too few measurements to tell whether {} violated: continue with --resume.",
            undecided == 1 ? std::string("1 guideline is") : fmt::format("{} guidelines are", undecided)));
    }
}

void check_sweep(CollectiveResults& results) {
    Violations violations(results.violations);
    for (const auto& [key, curve] : curves_of(results)) {
        const GuidelineViolation of_curve{operation_of(results.run, key), algorithm_of(results.run, key), "",
                                          true, key.ranks};
        for (std::size_t index = 0; index < curve.size(); ++index) {
            const std::int64_t length = curve[index]->cell.message_length;
            const double time = curve[index]->time.value;
            if (const CellSummary* larger = worst_above(curve, index)) {
                GuidelineViolation violation = of_curve;
                violation.alternative =
                    fmt::format("the same of {}", format_size(larger->cell.message_length));
                violations.add(std::move(violation), length, time / larger->time.value);
            }
        }
    }
}

void choose_algorithms(CollectiveResults& results) {
    std::map<CollectiveCell, std::vector<const CellSummary*>> groups;
    for (const CellSummary& cell : results.cells) {
        CollectiveCell key = cell.cell;
        key.algorithm = no_index;
        if (cell.cell.mock_up == no_index && !std::isnan(cell.time.value)) groups[key].push_back(&cell);
    }
    for (const auto& [key, cells] : groups) {
        const BestAlgorithm found = best_algorithm(results.run, cells, results.terms.confidence);
        if (found.best == nullptr) continue;
        AlgorithmChoice choice;
        choice.operation = operation_of(results.run, key);
        choice.ranks = key.ranks;
        choice.root = key.root;
        choice.length_bytes = key.message_length;
        choice.best = algorithm_of(results.run, found.best->cell);
        choice.best_s = found.best->time.value;
        for (const CellSummary* const cell : found.as_fast)
            choice.as_fast.push_back(algorithm_of(results.run, cell->cell));
        choice.is_bad = found.is_named;
        choice.is_candidate = found.is_separated;
        choice.jobs = found.jobs;
        choice.max_ratio = found.max_ratio;
        choice.default_s = found.library == nullptr ? std::nan("") : found.library->time.value;
        choice.default_is_hidden = found.library == nullptr && found.library_is_hidden;
        choice.factor = choice.default_s / choice.best_s;
        choice.setting = setting_of(choice.operation, choice.best);
        results.algorithms.push_back(std::move(choice));
    }
}

}  // namespace fabricmap::diagnosis
