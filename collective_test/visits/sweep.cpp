// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/sweep.hpp"

#include "base/mixing.hpp"
#include "base/quantities.hpp"
#include "collective_test/visits/cell_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::collective_test {
namespace {

/// What the visits that are left will take: those of a cell that goes on are as many again as a cell had that
/// is done.
double seconds_left(const VisitDriver& driver, const VisitLog& log, const std::vector<CollectiveCell>& open,
                    std::size_t from, double visits_of_cell) {
    double seconds = 0;
    for (std::size_t k = 0; k < open.size(); ++k) {
        const auto made = static_cast<double>(log.state_of(VisitPurpose::sweep, open[k]).visits());
        const double least = k < from ? 0 : 1;
        seconds += driver.visit_s(open[k]) * std::max(visits_of_cell - made, least);
    }
    return seconds;
}

/// How many visits a cell will have had, by those that are done already.
double expected_visits(const VisitRule& rule, const VisitLog& log, const std::vector<CollectiveCell>& cells) {
    if (!(rule.precision > 0)) return static_cast<double>(rule.max_visits);
    double visits = 0;
    double done = 0;
    for (const CollectiveCell& cell : cells) {
        const CellState& state = log.state_of(VisitPurpose::sweep, cell);
        if (!is_done(state, rule)) continue;
        visits += static_cast<double>(state.visits());
        ++done;
    }
    if (done > 0) return visits / done;
    return static_cast<double>(rule.min_visits + rule.max_visits) / 2;
}

std::string progress_text(VisitDriver& driver, const std::vector<CollectiveCell>& cells,
                          const std::vector<CollectiveCell>& open, std::size_t next, int pass) {
    const double visits = expected_visits(visit_rule(driver.options()), driver.log(), cells);
    double left_s = seconds_left(driver, driver.log(), open, next, visits);
    if (driver.options().max_time) {
        const auto budget_s = static_cast<double>(driver.options().max_time->count());
        left_s = std::min(left_s, budget_s - driver.elapsed_s());
    }
    return fmt::format("pass {}: {} of {} values, {} left  ({})", pass + 1, cells.size() - open.size() + next,
                       cells.size(), format_duration(std::max(left_s, 0.0)),
                       cell_text(driver.run(), open[next]));
}

}  // namespace

VisitRule visit_rule(const Options& options) noexcept {
    // A share of what is shorter is less than clocks tell.
    constexpr double shortest_s = 0.4e-6;
    VisitRule rule;
    rule.precision = options.fixed ? 0 : options.precision;
    rule.resolution = rule.precision * shortest_s;
    rule.max_visits = static_cast<std::size_t>(options.visits);
    rule.min_visits = std::min(rule.min_visits, rule.max_visits);
    return rule;
}

std::vector<CollectiveCell> open_cells(const Options& options, const VisitLog& log,
                                       const std::vector<CollectiveCell>& cells) {
    const VisitRule rule = visit_rule(options);
    std::vector<CollectiveCell> open;
    std::copy_if(cells.begin(), cells.end(), std::back_inserter(open), [&](const CollectiveCell& cell) {
        return !is_done(log.state_of(VisitPurpose::sweep, cell), rule);
    });
    return open;
}

void sweep_cells(VisitDriver& driver, const std::vector<CollectiveCell>& cells) {
    const std::uint64_t seed = driver.run().description.seed.value_or(0);
    for (int pass = driver.log().next_pass();; ++pass) {
        std::vector<CollectiveCell> open = open_cells(driver.options(), driver.log(), cells);
        if (open.empty()) return;
        std::uint64_t state = mix(seed, static_cast<std::uint64_t>(pass));
        shuffle(std::span(open), state);
        for (std::size_t next = 0; next < open.size(); ++next) {
            driver.show([&] { return progress_text(driver, cells, open, next, pass); });
            if (!driver.visit(driver.order_of(open[next], VisitPurpose::sweep, pass))) return;
        }
    }
}

void visit_waits(VisitDriver& driver, int ranks) {
    if (driver.options().start == CollectiveStart::none) return;
    const int pass = driver.log().next_pass();
    for (const CollectiveCell& cell : start_error_cells(driver.run(), ranks))
        (void)driver.visit(driver.order_of(cell, VisitPurpose::start_error, pass));
}

}  // namespace fabricmap::collective_test
