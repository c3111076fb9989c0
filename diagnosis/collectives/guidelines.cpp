// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "diagnosis/collectives/detectors.hpp"
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

std::map<CollectiveCell, Ratios> ratios_of(const CollectiveInput& input) {
    std::map<CollectiveCell, Ratios> ratios;
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
        Ratios& of_cell = ratios[visit.cell];
        (is_candidate ? of_cell.candidate : of_cell.verdict).push_back(ratio);
    }
    return ratios;
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
        if (cell.visits >= 6 && cell.cell.mock_up == no_index) curves[key].push_back(&cell);
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

struct Split {
    const CellSummary* part = nullptr;
    std::int64_t pieces = 0;
};

Split worst_split(const std::vector<const CellSummary*>& curve, std::size_t index) {
    Split worst;
    const std::int64_t length = curve[index]->cell.message_length;
    for (std::size_t other = 0; other < index; ++other) {
        const std::int64_t part = curve[other]->cell.message_length;
        if (part == 0 || length % part != 0) continue;
        const std::int64_t pieces = length / part;
        const auto multiple = static_cast<double>(pieces);
        if (!is_surely_longer(*curve[index], *curve[other], min_guideline_ratio, multiple)) continue;
        if (worst.part == nullptr ||
            multiple * curve[other]->time.value < static_cast<double>(worst.pieces) * worst.part->time.value)
            worst = {curve[other], pieces};
    }
    return worst;
}

}  // namespace

void check_guidelines(const CollectiveInput& input, CollectiveResults& results) {
    Violations violations(results.violations);
    std::size_t undecided = 0;
    for (auto& [cell, ratios] : ratios_of(input)) {
        GuidelineCheck check{operation_of(input.run, cell), mock_up_of(input.run, cell), cell.ranks,
                             cell.message_length};
        if (!ratios.candidate.empty()) check.ratio = median_of(ratios.candidate);
        check.is_candidate = check.ratio > min_guideline_ratio;
        if (ratios.verdict.size() >= verdict_visits) {
            check.is_violated = value_at(ratios.verdict, third_smallest) > min_guideline_ratio;
            check.ratio = median_of(ratios.verdict);
        } else if (check.is_candidate) {
            ++undecided;
        }
        if (check.is_violated) {
            violations.add(
                {check.operation, algorithm_of(input.run, cell), check.mock_up, false, check.ranks},
                check.length_bytes, check.ratio);
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
            if (const Split split = worst_split(curve, index); split.part != nullptr) {
                GuidelineViolation violation = of_curve;
                violation.alternative = fmt::format("{} times the same of {}", split.pieces,
                                                    format_size(split.part->cell.message_length));
                violations.add(std::move(violation), length,
                               time / (static_cast<double>(split.pieces) * split.part->time.value));
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
    const auto is_default = [&](const CellSummary* cell) {
        return cell->cell.algorithm == no_index || algorithm_of(results.run, cell->cell).starts_with("0/");
    };
    for (const auto& [key, cells] : groups) {
        const auto chosen = std::find_if(cells.begin(), cells.end(), is_default);
        const CellSummary* best = nullptr;
        for (const CellSummary* cell : cells) {
            if (is_default(cell)) continue;
            if (best == nullptr || cell->time.value < best->time.value) best = cell;
        }
        if (best == nullptr) continue;
        AlgorithmChoice choice{
            operation_of(results.run, key),        key.ranks,        key.root,    key.message_length,
            algorithm_of(results.run, best->cell), best->time.value, std::nan("")};
        if (chosen != cells.end()) {
            choice.default_s = (*chosen)->time.value;
            choice.factor = choice.default_s / choice.best_s;
            choice.is_bad = is_surely_longer(**chosen, *best, min_guideline_ratio);
        }
        results.algorithms.push_back(std::move(choice));
    }
}

}  // namespace fabricmap::diagnosis
