// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/collectives/detectors.hpp"
#include "statistics/robust.hpp"
#include "statistics/two_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricmap::diagnosis {
namespace {

constexpr double max_chance = 0.01;
constexpr std::size_t max_cells_named = 3;
/// Runs of one machine differ by more than their visits: with one run a side only so many times their spread
/// counts, and never less than a tenth.
constexpr double spreads_between_runs = 3;
constexpr double min_effect_of_single_runs = 0.1;
/// Where runs started late, a change must be that many times as long as they were late.
constexpr double times_lateness = 3;

/// "bcast of 1K on 8 ranks", "barrier on 4 ranks".
std::string cell_text(const CollectiveRun& run, const CollectiveCell& cell) {
    std::string text = operation_of(run, cell);
    if (cell.mock_up != no_index) text += fmt::format(" by {}", mock_up_of(run, cell));
    if (cell.algorithm != no_index) text += fmt::format(" ({})", algorithm_of(run, cell));
    if (cell.message_length > 0) text += fmt::format(" of {}", format_size(cell.message_length));
    return text + fmt::format(" on {}", counted(cell.ranks, "rank"));
}

/// A cell on both sides; one value a run.
struct ComparedCell {
    std::string text;
    std::vector<CellSummary> now;
    std::vector<CellSummary> then;
};

void erase_one_sided(std::map<CellName, ComparedCell>& cells) {
    std::erase_if(cells,
                  [](const auto& entry) { return entry.second.now.empty() || entry.second.then.empty(); });
}

std::map<CellName, ComparedCell> common_cells(const CollectiveRequest& request) {
    std::map<CellName, ComparedCell> cells;
    const auto add = [&](const std::vector<CollectiveInput>& inputs, auto member) {
        for (const CollectiveInput& input : inputs) {
            for (CellSummary& cell : summaries_of(input.run, input.visits)) {
                if (std::isnan(cell.time.value)) continue;
                ComparedCell& entry = cells[name_of_cell(input.run, cell.cell)];
                entry.text = cell_text(input.run, cell.cell);
                (entry.*member).push_back(std::move(cell));
            }
        }
    };
    add(request.runs, &ComparedCell::now);
    add(request.baseline, &ComparedCell::then);
    erase_one_sided(cells);
    return cells;
}

/// What is more the error of starting together than the operation's time takes no part.
void leave_out_hidden(std::map<CellName, ComparedCell>& cells, CollectiveResults& results) {
    const std::size_t common = cells.size();
    const auto is_hidden = [](const CellSummary& cell) { return cell.is_start_error; };
    for (auto& [name, cell] : cells) {
        std::erase_if(cell.now, is_hidden);
        std::erase_if(cell.then, is_hidden);
    }
    erase_one_sided(cells);
    if (cells.size() == common) return;
    results.remarks.push_back(
        fmt::format("{} of {} common to both sides cannot be judged on one of them and were not compared.",
                    common - cells.size(), counted(static_cast<std::int64_t>(common), "value")));
}

std::vector<float> logarithms_of(const std::vector<CellSummary>& cells) {
    std::vector<float> values;
    values.reserve(cells.size());
    for (const CellSummary& cell : cells) values.push_back(static_cast<float>(std::log(cell.time.value)));
    return values;
}

double visit_spread(const CellSummary& cell) {
    std::vector<double> logarithms;
    logarithms.reserve(cell.visit_medians.size());
    for (const double median : cell.visit_medians) logarithms.push_back(std::log(median));
    return bulk_of(logarithms).deviation;
}

enum class Change : std::uint8_t { none, slower, faster };

struct Judged {
    Change change = Change::none;
    double factor = 1;
    double extra_s = 0;
};

/// Whether what a cell of late starts takes more may be their lateness.
bool may_be_lateness(const CellSummary& now, const CellSummary& then) {
    if (!now.all_count && !then.all_count) return false;
    const double difference = std::abs(now.time.value - then.time.value);
    return difference < times_lateness * std::max(now.lateness, then.lateness);
}

/// One run a side: intervals apart, and by more than runs may differ.
Change change_of_single(const CellSummary& now, const CellSummary& then, double min_effect) {
    const double spread = std::hypot(visit_spread(now), visit_spread(then));
    const double min_ratio = std::max(1 + std::max(min_effect, min_effect_of_single_runs),
                                      std::exp(spreads_between_runs * spread));
    if (may_be_lateness(now, then)) return Change::none;
    if (is_surely_longer(now, then, min_ratio)) return Change::slower;
    return is_surely_longer(then, now, min_ratio) ? Change::faster : Change::none;
}

Judged judge(const ComparedCell& cell, const CollectiveRequest& request) {
    const std::vector<float> now = logarithms_of(cell.now);
    const std::vector<float> then = logarithms_of(cell.then);
    const auto shift = static_cast<double>(shift_between(now, then));
    Judged judged{Change::none, std::exp(shift), 0};
    const double before = std::exp(static_cast<double>(median_of_numbers(then)));
    judged.extra_s = before * (judged.factor - 1);
    if (min_chance_of_ranks(now.size(), then.size()) <= max_chance) {
        const bool is_shifted =
            std::abs(shift) > std::log1p(request.min_effect) && chance_of_ranks(now, then) <= max_chance;
        if (is_shifted) judged.change = shift > 0 ? Change::slower : Change::faster;
    } else {
        // Every run of one side against every run of the other.
        std::vector<Change> changes;
        for (const CellSummary& a : cell.now) {
            for (const CellSummary& b : cell.then)
                changes.push_back(change_of_single(a, b, request.min_effect));
        }
        const bool alike = std::all_of(changes.begin(), changes.end(),
                                       [&](Change change) { return change == changes.front(); });
        if (alike) judged.change = changes.front();
    }
    if (std::abs(judged.extra_s) < request.min_time_s) judged.change = Change::none;
    return judged;
}

struct ChangedCell {
    std::string text;
    Judged judged;
};

void add_finding(std::vector<ChangedCell> changed, std::size_t cells, FindingKind kind,
                 Diagnosis& diagnosis) {
    if (changed.empty()) return;
    const bool is_slower = kind == FindingKind::regression;
    std::sort(changed.begin(), changed.end(), [](const ChangedCell& a, const ChangedCell& b) {
        return std::abs(std::log(a.judged.factor)) > std::abs(std::log(b.judged.factor));
    });
    const auto times = [&](double factor) {
        return fmt::format("{} times {}", format_factor(is_slower ? factor : 1 / factor),
                           is_slower ? "slower" : "faster");
    };
    Finding finding;
    finding.kind = kind;
    finding.part = part::Machine{diagnosis.hosts};
    finding.effect = Effect{changed.front().judged.factor, no_interval};
    finding.predicate = {
        is_slower ? "is slower than in the baseline in {} of {}: {} is {}"
                  : "is faster than in the baseline in {} of {}: {} is {}",
        {std::to_string(changed.size()), counted(static_cast<std::int64_t>(cells), "measurement"),
         changed.front().text, times(finding.effect->factor)}};
    FindingEvidence& evidence = finding.evidence;
    for (const ChangedCell& cell : changed)
        evidence.extra_s = std::max(evidence.extra_s, std::abs(cell.judged.extra_s));
    for (std::size_t index = 0; index < std::min(changed.size(), max_cells_named); ++index) {
        const auto& [text, judged] = changed[index];
        evidence.notes.push_back({"{}: {} ({}{}).",
                                  {text, times(judged.factor), judged.extra_s > 0 ? "+" : "-",
                                   format_delay(std::abs(judged.extra_s))}});
    }
    if (changed.size() > max_cells_named)
        evidence.notes.push_back({"And {} more.", {std::to_string(changed.size() - max_cells_named)}});
    diagnosis.findings.push_back(std::move(finding));
}

}  // namespace

void compare_collectives(const CollectiveRequest& request, Diagnosis& diagnosis, CollectiveResults& results) {
    std::map<CellName, ComparedCell> cells = common_cells(request);
    if (cells.empty()) {
        throw UsageError(
            "--baseline: no operation was measured with the same ranks and length on both sides");
    }
    leave_out_hidden(cells, results);
    std::vector<ChangedCell> slower;
    std::vector<ChangedCell> faster;
    bool is_weak = false;
    for (const auto& [name, cell] : cells) {
        is_weak = is_weak || min_chance_of_ranks(cell.now.size(), cell.then.size()) > max_chance;
        const Judged judged = judge(cell, request);
        if (judged.change == Change::slower) slower.push_back({cell.text, judged});
        if (judged.change == Change::faster) faster.push_back({cell.text, judged});
    }
    if (is_weak) {
        results.remarks.emplace_back(
            "With fewer than 5 runs a side a change must pass 10 % and three times the "
            "spread of the measurements: runs of one machine differ by more than that.");
    }
    add_finding(std::move(slower), cells.size(), FindingKind::regression, diagnosis);
    add_finding(std::move(faster), cells.size(), FindingKind::improvement, diagnosis);
}

}  // namespace fabricmap::diagnosis
