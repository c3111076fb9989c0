// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/estimate.hpp"

#include "base/message_lengths.hpp"
#include "base/mixing.hpp"
#include "base/quantities.hpp"
#include "collective_test/visits/adaptive_lengths.hpp"
#include "collective_test/visits/buffer_pool.hpp"
#include "collective_test/visits/cell_names.hpp"
#include "collective_test/visits/sweep.hpp"
#include "netcdf_schema/collectives/collective_run_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace fabricmap::collective_test {
namespace {

constexpr double first_visits_s = 4;
constexpr double whole_cells_s = 6;

/// What a trial run has shown.
struct Trial {
    double setup_s = 0;  ///< before the first visit
    std::size_t first_visits = 0;
    double first_s = 0;         ///< what first visits of all cells take, where not all were made
    std::size_t sample = 0;     ///< cells that were visited until they were done
    double sample_first_s = 0;  ///< their first visits
    double sample_s = 0;        ///< all their visits
    std::size_t sample_visits = 0;

    [[nodiscard]] double sweep_s() const { return first_s * sample_s / sample_first_s; }
    [[nodiscard]] double visit_s() const { return sample_s / static_cast<double>(sample_visits); }
    [[nodiscard]] double visits_of_cell() const {
        return static_cast<double>(sample_visits) / static_cast<double>(sample);
    }
};

using CellTimes = std::vector<std::pair<CollectiveCell, double>>;

/// Visits cells in their order until the time is up.
CellTimes visit_first(VisitDriver& driver, const std::vector<CollectiveCell>& cells) {
    const double end_s = driver.elapsed_s() + first_visits_s;
    CellTimes times;
    for (const CollectiveCell& cell : cells) {
        if (!times.empty() && driver.elapsed_s() > end_s) break;
        (void)driver.visit(driver.order_of(cell, VisitPurpose::sweep, 0));
        times.emplace_back(cell, driver.visit_s(cell));
    }
    return times;
}

/// Those that were not visited are taken to be like those of their operation and number of ranks, or like all
/// others.
double seconds_of_all(const CellTimes& times, const std::vector<CollectiveCell>& cells) {
    std::map<std::pair<int, int>, std::pair<double, double>> of_kind;
    double sum_s = 0;
    for (const auto& [cell, seconds] : times) {
        auto& [total_s, count] = of_kind[{cell.operation, cell.ranks}];
        total_s += seconds;
        ++count;
        sum_s += seconds;
    }
    const double mean_s = sum_s / static_cast<double>(times.size());
    for (std::size_t k = times.size(); k < cells.size(); ++k) {
        const auto found = of_kind.find({cells[k].operation, cells[k].ranks});
        sum_s += found == of_kind.end() ? mean_s : found->second.first / found->second.second;
    }
    return sum_s;
}

/// Visits as many cells as there is time for until they are done, in passes as a sweep does: visits of one
/// cell in a row are more alike, and fewer of them would do.
void visit_whole_cells(VisitDriver& driver, const CellTimes& first, Trial& trial) {
    constexpr double visits_to_first_ratio = 60;  // of the time of all visits of a cell to that of the first
    const VisitRule rule = visit_rule(driver.options());
    std::vector<CollectiveCell> sample;
    for (const auto& [cell, first_s] : first) {
        if (!sample.empty() && (trial.sample_first_s + first_s) * visits_to_first_ratio > whole_cells_s)
            break;
        sample.push_back(cell);
        trial.sample_first_s += first_s;
    }
    const auto state = [&](const CollectiveCell& cell) -> const auto& {
        return driver.log().state_of(VisitPurpose::sweep, cell);
    };
    trial.sample = sample.size();
    trial.sample_s = trial.sample_first_s;
    std::vector<CollectiveCell> open = sample;
    for (int pass = 1;; ++pass) {
        std::erase_if(open, [&](const CollectiveCell& cell) { return is_done(state(cell), rule); });
        if (open.empty()) break;
        for (const CollectiveCell& cell : open) {
            (void)driver.visit(driver.order_of(cell, VisitPurpose::sweep, pass));
            trial.sample_s += driver.visit_s(cell);
        }
    }
    for (const CollectiveCell& cell : sample) trial.sample_visits += state(cell).visits();
}

Trial make_trial(VisitDriver& driver, std::vector<CollectiveCell> cells) {
    Trial trial;
    trial.setup_s = driver.elapsed_s();
    driver.progress().prepare("trial run");
    driver.progress().redraw();
    std::uint64_t state = mix(driver.run().description.seed.value_or(0));
    shuffle(std::span(cells), state);
    const CellTimes first = visit_first(driver, cells);
    trial.first_visits = first.size();
    trial.first_s = seconds_of_all(first, cells);
    visit_whole_cells(driver, first, trial);
    return trial;
}

template <typename Value, typename Of>
std::size_t distinct(const std::vector<CollectiveCell>& cells, Of value_of) {
    std::set<Value> values;
    for (const CollectiveCell& cell : cells) values.insert(value_of(cell));
    return values.size();
}

/// Beside the sweep, at least: violations of guidelines and slow hosts take more.
double visits_beside(const PlanTerms& terms, const std::vector<CollectiveCell>& cells) {
    constexpr double visits_of_part = 6;
    const Options& options = terms.options;
    double visits = 0;
    for (const CollectiveCell& cell : cells) {
        const Operation& operation = operation_of(terms.run, cell);
        if (options.overlap && operation.is_non_blocking())
            visits += visits_of_part * static_cast<double>(options.compute_steps);
        if (options.guidelines && cell.algorithm == no_index) {
            const auto pairs =
                std::count_if(mock_ups().begin(), mock_ups().end(),
                              [&](const MockUp& mock_up) { return mock_up.operation == operation.name; });
            visits += visits_of_part * 2 * static_cast<double>(pairs);
        }
        if (options.find_slow) visits += visits_of_part;
        if (options.groups > 1) visits += 2 * visits_of_part;
    }
    return visits;
}

std::string cells_text(const std::vector<CollectiveCell>& cells) {
    const auto count = [&](auto of) { return static_cast<std::int64_t>(distinct<std::int64_t>(cells, of)); };
    return fmt::format(
        "{}: {}, {}, {}, {}", counted(std::ssize(cells), "value"),
        counted(count([](const CollectiveCell& cell) { return cell.operation; }), "operation"),
        counted(count([](const CollectiveCell& cell) { return cell.ranks; }), "number") + " of ranks",
        counted(count([](const CollectiveCell& cell) { return cell.message_length; }), "length"),
        counted(count([](const CollectiveCell& cell) { return cell.root; }), "root"));
}

}  // namespace

std::string estimate_text(VisitDriver& driver, const PlanTerms& terms, const CellPlan& plan) {
    const Options& options = driver.options();
    // Lengths that are found by measuring take their visits in the trial run, too.
    const std::vector<CollectiveCell> cells =
        options.adaptive ? find_adaptive_cells(driver, terms, plan) : plan.cells;
    const std::vector<CollectiveCell> open = open_cells(options, driver.log(), cells);
    std::string text = cells_text(cells) + "\n";
    if (open.size() < cells.size())
        text += fmt::format("{} are done already\n", counted(std::ssize(cells) - std::ssize(open), "value"));
    if (open.empty()) return text;
    const Trial trial = make_trial(driver, open);
    const double beside = visits_beside(terms, cells);
    const double seconds = trial.setup_s + trial.sweep_s() + beside * trial.visit_s();
    const bool is_limited = options.max_time && static_cast<double>(options.max_time->count()) < seconds;
    text += fmt::format("time: about {}, by a trial run of {} ({:.1f} measurements of a value, as in {})\n",
                        format_duration(seconds), format_duration(driver.elapsed_s() - trial.setup_s),
                        trial.visits_of_cell(), counted(static_cast<std::int64_t>(trial.sample), "value"));
    if (is_limited) {
        text += fmt::format("      --max-time ends it after {}\n",
                            format_duration(static_cast<double>(options.max_time->count())));
    }
    text += fmt::format(
        "memory: {} of each rank{}\n", format_bytes(BufferPool::bytes(plan.largest, options.cold)),
        terms.allowed_bytes < 0 ? std::string()
                                : fmt::format(", which may use {}", format_bytes(terms.allowed_bytes)));
    const double visits = trial.visits_of_cell() * static_cast<double>(open.size()) + beside;
    text += fmt::format("file: about {} ({} a measurement)\n", format_bytes(visits * visit_bytes(terms.run)),
                        format_bytes(visit_bytes(terms.run)));
    return text;
}

}  // namespace fabricmap::collective_test
