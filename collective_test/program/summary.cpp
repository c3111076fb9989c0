// SPDX-License-Identifier: Apache-2.0
#include "collective_test/program/summary.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "collective_test/visits/cell_names.hpp"
#include "collective_test/visits/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace fabricmap::collective_test {
namespace {

constexpr double us_per_s = 1e6;
constexpr double max_clock_fraction = 0.05;

std::string micros(double seconds) {
    if (std::isnan(seconds)) return "-";
    const double us = seconds * us_per_s;
    return fmt::format("{:.{}f}", us, us < 100 ? 2 : us < 10'000 ? 1 : 0);
}

std::string name_in_table(const CollectiveRun& run, const CollectiveCell& cell) {
    if (cell.algorithm != no_index) return run.algorithms[static_cast<std::size_t>(cell.algorithm)];
    return run.operations[static_cast<std::size_t>(cell.operation)];
}

/// By how much the waits are misread, at most; s.
double start_error_s(const CollectiveRun& run, const VisitLog& log) {
    double error_s = 0;
    for (const auto& [cell, state] : log.states(VisitPurpose::start_error)) {
        const double truth_s = time_of_wait_s(operation_of(run, cell).name, cell.ranks);
        error_s = std::fmax(error_s, std::abs(state.interval().value - truth_s));
    }
    return error_s;
}

/// What makes a cell's value doubtful.
std::string flags_of(const CellState& state) {
    std::string flags;
    if (state.is_unpunctual()) flags += "  late-starts";
    if (state.clock_error_s() > max_clock_fraction * state.interval().value)
        flags += fmt::format("  clocks ± {} us", micros(state.clock_error_s()));
    return flags;
}

}  // namespace

std::string table_text(const CollectiveRun& run, const std::vector<CollectiveCell>& cells,
                       const VisitLog& log) {
    std::size_t width = std::string_view("operation").size();
    for (const CollectiveCell& cell : cells) width = std::max(width, name_in_table(run, cell).size());
    std::string text =
        fmt::format("{:<{}} {:>6} {:>5} {:>6} {:>6} {:>12} {:>12} {:>12}\n", "operation", width, "ranks",
                    "root", "bytes", "visits", "median us", "low us", "high us");
    const double error_s = start_error_s(run, log);
    for (const CollectiveCell& cell : cells) {
        const CellState& state = log.state_of(VisitPurpose::sweep, cell);
        if (state.visits() == 0) continue;
        const ValueInterval interval = state.interval();
        text += fmt::format("{:<{}} {:>6} {:>5} {:>6} {:>6}", name_in_table(run, cell), width, cell.ranks,
                            cell.root == no_index ? "-" : std::to_string(cell.root),
                            format_size(cell.message_length), state.visits());
        text += state.is_start_error(error_s)
                    ? fmt::format("  not judgeable here: starts err by more\n")
                    : fmt::format(" {:>12} {:>12} {:>12}{}\n", micros(interval.value), micros(interval.low),
                                  micros(interval.high), flags_of(state));
    }
    return text;
}

std::string start_error_text(const CollectiveRun& run, int ranks, const VisitLog& log) {
    std::array<std::string, 3> truths;
    std::array<std::string, 3> values;
    const std::array names{"wait_null", "wait_up", "wait_down"};
    for (const auto& [cell, state] : log.states(VisitPurpose::start_error)) {
        if (cell.ranks != ranks) continue;
        const auto* const place = std::find(names.begin(), names.end(), operation_of(run, cell).name);
        const auto index = static_cast<std::size_t>(place - names.begin());
        truths.at(index) = index == 0 ? "0" : std::to_string(cell.ranks);
        values.at(index) = micros(state.interval().value);
    }
    if (values[0].empty() || values[1].empty() || values[2].empty()) return {};
    return fmt::format("start error: waits of {}, {} and {} us read {}, {} and {} us", truths[0], truths[1],
                       truths[2], values[0], values[1], values[2]);
}

std::vector<std::string> notes_on_unfinished(const Options& options, const std::vector<CollectiveCell>& cells,
                                             const VisitLog& log) {
    const std::vector<CollectiveCell> open = open_cells(options, log, cells);
    if (open.empty()) return {};
    const auto count_below = [&](std::size_t visits) {
        return std::count_if(open.begin(), open.end(), [&](const CollectiveCell& cell) {
            return log.state_of(VisitPurpose::sweep, cell).visits() < visits;
        });
    };
    const auto unvisited = count_below(1);
    const auto without_interval = count_below(visit_rule(options).min_visits);
    std::vector<std::string> notes{
        fmt::format("the time was up before {} of {} values were known within {:g} %: --resume continues",
                    open.size(), cells.size(), options.precision * 100)};
    if (without_interval > unvisited) {
        notes.push_back(fmt::format("{} had too few measurements for an interval",
                                    counted(without_interval - unvisited, "value")));
    }
    if (unvisited > 0) notes.push_back(fmt::format("{} had no measurement", counted(unvisited, "value")));
    return notes;
}

std::vector<std::string> notes_on_left_out(const CollectiveRun& run, const std::vector<LeftOut>& left_out) {
    struct Alike {
        std::int64_t cells = 0;
        std::string first_reason;
        CollectiveCell first;
    };
    std::map<std::pair<int, std::string>, Alike> groups;
    for (const LeftOut& each : left_out) {
        // Numbers in a reason differ from length to length; its first words do not.
        Alike& group =
            groups[{each.cell.operation, each.reason.substr(0, each.reason.find_first_of("0123456789"))}];
        if (group.cells++ > 0) continue;
        group.first_reason = each.reason;
        group.first = each.cell;
    }
    std::vector<std::string> notes;
    for (const auto& [key, group] : groups) {
        const std::string more =
            group.cells > 1 ? fmt::format(" and {} of it", counted(group.cells - 1, "other value")) : "";
        notes.push_back(
            fmt::format("left out: {}{}: {}", cell_text(run, group.first), more, group.first_reason));
    }
    return notes;
}

}  // namespace fabricmap::collective_test
