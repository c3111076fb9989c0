// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/reports/collective_reports.hpp"
#include "diagnosis/reports/plain_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_table_rows = 60;
constexpr std::size_t max_lines = 20;

std::string time_text(double seconds) {
    return std::isfinite(seconds) ? format_delay(seconds) : "-";
}

template <typename Items, typename TextOf>
std::string section(std::string_view title, const Items& items, const TextOf& text_of) {
    if (items.empty()) return {};
    std::string text = fmt::format("\n{}\n", title);
    for (std::size_t index = 0; index < std::min(items.size(), max_lines); ++index)
        text += wrapped("  ", text_of(items[index]));
    if (items.size() > max_lines)
        text += fmt::format("  {} more; --json FILE has them all.\n", items.size() - max_lines);
    return text;
}

std::string choice_text(const AlgorithmChoice& choice) {
    std::string what = choice.operation;
    if (choice.length_bytes > 0) what += " of " + format_size(choice.length_bytes);
    what += fmt::format(" on {}: ", counted(choice.ranks, "rank"));
    if (!choice.is_candidate) return what + no_difference_text(choice);
    const std::string times = fmt::format("{} takes {}, the library's choice {}: {} times", choice.best,
                                          format_delay(choice.best_s), format_delay(choice.default_s),
                                          format_factor(choice.factor));
    if (!choice.is_bad)
        return fmt::format("{}{} {}; three jobs or more decide", what, times, in_jobs_text(choice));
    return what + times + (choice.as_fast.empty() ? "" : "; as fast: " + joined_by(choice.as_fast, ", "));
}

std::string overlap_text(const OverlapResult& result) {
    return fmt::format(
        "{} of {} on {}: {} hidden behind work as long as itself ({}), {} in the call that starts "
        "it",
        result.operation, format_size(result.length_bytes), counted(result.ranks, "rank"),
        format_share(result.at_equal_work), format_delay(result.pure_s), format_share(result.init_fraction));
}

std::string groups_text(const GroupsAtOnce& result) {
    const ValueInterval& worst = result.times[result.worst];
    std::string what = result.operation;
    if (!result.algorithm.empty()) what += fmt::format(" ({})", result.algorithm);
    if (result.length_bytes > 0) what += " of " + format_size(result.length_bytes);
    return fmt::format(
        "{} in {} groups of {}: the slowest, from rank {} on, takes {} ({} to {}), {} times the "
        "quickest",
        what, result.times.size(), counted(result.ranks, "rank"), result.first_ranks[result.worst],
        time_text(worst.value), time_text(worst.low), time_text(worst.high), format_factor(result.spread));
}

/// A line of the table of times; flags say what to be careful about.
std::string table_row(const CollectiveRun& run, const CellSummary& cell) {
    std::string name = operation_of(run, cell.cell);
    if (cell.cell.algorithm != no_index) name += " " + algorithm_of(run, cell.cell);
    if (cell.cell.root > 0) name += fmt::format(" root {}", cell.cell.root);
    std::string flags = cell.all_count ? " late-starts" : "";
    if (cell.is_coarse()) flags += " coarse-clock";
    if (cell.is_start_error) {
        return fmt::format("  {:<28} {:>5} {:>7} {:>6}  not judgeable here: starts err by more\n",
                           printable(shortened(name, 28)), cell.cell.ranks,
                           format_size(cell.cell.message_length), cell.visits);
    }
    return fmt::format("  {:<28} {:>5} {:>7} {:>6} {:>10} {:>10} {:>10}  {}{}\n",
                       printable(shortened(name, 28)), cell.cell.ranks, format_size(cell.cell.message_length),
                       cell.visits, time_text(cell.time.value), time_text(cell.time.low),
                       time_text(cell.time.high), printable(host_of_rank(run, cell.last_rank)), flags);
}

std::string table_section(const CollectiveResults& results) {
    if (results.cells.empty()) return {};
    std::string text = fmt::format(
        "\nTimes: {}, with its {:g} % interval {}\n  {:<28} {:>5} {:>7} "
        "{:>6} {:>10} {:>10} {:>10}  {}\n",
        results.jobs > 1 ? "median of the jobs" : "median of the measurements",
        100 * results.terms.confidence,
        results.jobs > 1 ? fmt::format("over {} jobs", results.jobs) : "within this job", "operation",
        "ranks", "length", "count", "median", "low", "high", "mostly last");
    const std::size_t rows = std::min(results.cells.size(), max_table_rows);
    for (std::size_t row = 0; row < rows; ++row) text += table_row(results.run, results.cells[row]);
    if (results.cells.size() > rows)
        text += fmt::format("  {} more; network_convert has them all.\n", results.cells.size() - rows);
    return text;
}

std::string memories_section(const CollectiveResults& results) {
    if (results.other_memories.empty()) return {};
    std::vector<std::map<CellName, double>> others;
    std::string text =
        fmt::format("\nMemory of the buffers, medians\n  {:<28} {:>5} {:>7} {:>10}", "operation", "ranks",
                    "length", name_of(memory_of(results.run.description)));
    for (const CollectivesInMemory& other : results.other_memories) {
        text += fmt::format(" {:>10}", name_of(other.memory));
        std::map<CellName, double>& times = others.emplace_back();
        for (const CellSummary& cell : other.cells) {
            if (!cell.is_start_error) times[name_of_cell(other.run, cell.cell)] = cell.time.value;
        }
    }
    text += '\n';
    std::size_t rows = 0;
    for (const CellSummary& cell : results.cells) {
        if (rows++ == max_table_rows) return text + "  ...; --json FILE has them all.\n";
        text += fmt::format("  {:<28} {:>5} {:>7} {:>10}",
                            printable(shortened(operation_of(results.run, cell.cell), 28)), cell.cell.ranks,
                            format_size(cell.cell.message_length),
                            cell.is_start_error ? "-" : time_text(cell.time.value));
        for (const auto& times : others) {
            const auto found = times.find(name_of_cell(results.run, cell.cell));
            text += fmt::format(" {:>10}", found == times.end() ? "-" : time_text(found->second));
        }
        text += '\n';
    }
    return text;
}

std::string start_section(const CollectiveResults& results) {
    return section("How well runs start: waits of a known length", results.start_error,
                   [&](const CellSummary& cell) {
                       return fmt::format("{} on {} reads {}", operation_of(results.run, cell.cell),
                                          counted(cell.cell.ranks, "rank"), time_text(cell.time.value));
                   });
}

std::vector<AlgorithmChoice> sorted_choices(const CollectiveResults& results) {
    std::vector<AlgorithmChoice> choices = results.algorithms;
    std::stable_sort(choices.begin(), choices.end(), [](const AlgorithmChoice& a, const AlgorithmChoice& b) {
        if (a.is_bad != b.is_bad || a.is_candidate != b.is_candidate)
            return a.is_bad != b.is_bad ? a.is_bad : a.is_candidate;
        return a.is_candidate && a.factor > b.factor;
    });
    return choices;
}

/// What forces those that are named, to be copied; behind each for what.
std::string settings_section(const CollectiveResults& results) {
    std::map<std::string, std::vector<std::string>> uses;
    for (const AlgorithmChoice& choice : results.algorithms) {
        if (!choice.is_bad) continue;
        uses[choice.setting].push_back(
            fmt::format("{} on {}", format_size(choice.length_bytes), counted(choice.ranks, "rank")));
    }
    if (uses.empty()) return {};
    std::string text = "\nWhat makes Open MPI take them, whatever the length (options of mpirun)\n";
    for (const auto& [setting, cases] : uses)
        text += fmt::format("  {}\n{}", setting, wrapped("      best for ", joined_by(cases, ", ")));
    return text;
}

}  // namespace

std::string in_jobs_text(const AlgorithmChoice& choice) {
    return choice.jobs == 1 ? "in this job" : fmt::format("in {} jobs", choice.jobs);
}

std::string no_difference_text(const AlgorithmChoice& choice) {
    if (choice.default_is_hidden) return "the library's choice cannot be judged here";
    if (std::isnan(choice.default_s)) return "the library's choice was not measured (--algorithms all)";
    if (std::isnan(choice.max_ratio)) return "too few measurements to tell";
    if (choice.max_ratio < 1)
        return fmt::format("the library's choice is surely faster than {}, the fastest other", choice.best);
    return fmt::format("no difference above {}", format_share(choice.max_ratio - 1, 2));
}

std::string violation_text(const GuidelineViolation& violation) {
    std::string name = violation.operation;
    if (!violation.algorithm.empty()) name += fmt::format(" ({})", violation.algorithm);
    std::string at;
    for (std::size_t index = 0; index < violation.lengths_bytes.size(); ++index) {
        at += fmt::format("{}{} times", at.empty() ? "" : ", ", format_factor(violation.factors[index]));
        if (violation.lengths_bytes[index] > 0) at += " at " + format_size(violation.lengths_bytes[index]);
    }
    return fmt::format("{} on {} takes longer than {}: {}", name, counted(violation.ranks, "rank"),
                       violation.alternative, at);
}

std::string tuning_text(const CollectiveResults& results) {
    std::string text;
    if (const std::size_t count = results.violations.size(); count > 0)
        text = count == 1 ? "1 guideline is violated." : fmt::format("{} guidelines are violated.", count);
    if (const std::int64_t bad = results.bad_choices(); bad > 0) {
        text += fmt::format("{}The library chooses a slow algorithm in {}.", text.empty() ? "" : " ",
                            counted(bad, "case"));
    }
    return text;
}

std::string collective_counts(const CollectiveResults& results) {
    return fmt::format(" cells={} guidelines={} algorithms={}", results.cells.size(),
                       results.violations.size(), results.bad_choices());
}

std::string rank_sections(const CollectiveResults& results) {
    constexpr std::size_t max_lengths = 6;
    std::string text;
    for (const RankProfile& profile : results.profiles) {
        const auto lengths = profile.lengths_bytes.size();
        const std::size_t step = (lengths + max_lengths - 1) / max_lengths;
        text += fmt::format("\nWhen each rank was through, from the start: {}\n  {:>5} {:<16}",
                            printable(profile.title), "rank", "host");
        for (std::size_t row = 0; row < lengths; row += step)
            text += fmt::format(" {:>10}", format_size(profile.lengths_bytes[row]));
        text += '\n';
        for (Eigen::Index rank = 0; rank < profile.finish_s.cols(); ++rank) {
            const std::string host = host_of_rank(results.run, static_cast<int>(rank));
            text += fmt::format("  {:>5} {:<16}", rank, printable(shortened(host, 16)));
            for (std::size_t row = 0; row < lengths; row += step) {
                const auto finish_s =
                    static_cast<double>(profile.finish_s(static_cast<Eigen::Index>(row), rank));
                text += fmt::format(" {:>10}", time_text(finish_s));
            }
            text += '\n';
        }
    }
    return text;
}

std::string collective_sections(const CollectiveResults& results) {
    return section("Guidelines that are violated (tuning, no faults)", results.violations, violation_text) +
           section("Fastest algorithms (tuning, no faults)", sorted_choices(results), choice_text) +
           settings_section(results) + section("Overlap", results.overlaps, overlap_text) +
           section("Groups of ranks at once", results.groups, groups_text) + table_section(results) +
           memories_section(results) + start_section(results) +
           section("Remarks", results.remarks, [](const std::string& remark) { return remark; });
}

}  // namespace fabricmap::diagnosis
