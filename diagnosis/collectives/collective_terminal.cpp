// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/collectives/collective_reports.hpp"
#include "diagnosis/collectives/detectors.hpp"
#include "diagnosis/reports/plain_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_table_rows = 60;
constexpr std::size_t max_lines = 20;

std::string time_text(double seconds) {
    return std::isfinite(seconds) ? format_delay(seconds) : "-";
}

std::string findings_section_of(const CollectiveDiagnosis& diagnosis, bool faults, std::string_view title) {
    std::string text;
    std::size_t number = 0;
    for (const CollectiveFinding& finding : diagnosis.findings) {
        ++number;
        if (is_fault(finding.kind) != faults) continue;
        text += wrapped(fmt::format("{:>3}. ", number), finding.sentence);
        for (const std::string& sentence : finding.evidence) text += wrapped("     ", sentence);
    }
    return text.empty() ? text : fmt::format("\n{}\n{}", title, text);
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
    if (choice.is_bad) {
        return fmt::format("{} on {}: {} takes {}, the library's choice {}: {} times", what,
                           counted(choice.ranks, "rank"), choice.best, format_delay(choice.best_s),
                           format_delay(choice.default_s), format_plain(choice.factor));
    }
    return fmt::format("{} on {}: {} ({})", what, counted(choice.ranks, "rank"), choice.best,
                       format_delay(choice.best_s));
}

std::string overlap_text(const OverlapResult& result) {
    return fmt::format(
        "{} of {} on {}: {} hidden behind work as long as itself ({}), {} in the call that starts "
        "it",
        result.operation, format_size(result.length_bytes), counted(result.ranks, "rank"),
        format_share(result.at_equal_work), format_delay(result.pure_s), format_share(result.init_fraction));
}

/// A line of the table of times; flags say what to be careful about.
std::string table_row(const CollectiveRun& run, const CellSummary& cell) {
    std::string name = operation_of(run, cell.cell);
    if (cell.cell.algorithm != no_index) name += " " + algorithm_of(run, cell.cell);
    if (cell.cell.root > 0) name += fmt::format(" root {}", cell.cell.root);
    std::string flags = cell.all_count ? " unpunctual" : "";
    if (cell.is_coarse()) flags += " coarse-clock";
    return fmt::format("  {:<28} {:>5} {:>7} {:>6} {:>10} {:>10} {:>10}  {}{}\n",
                       printable(shortened(name, 28)), cell.cell.ranks, format_size(cell.cell.message_length),
                       cell.visits, time_text(cell.time.value), time_text(cell.time.low),
                       time_text(cell.time.high), printable(host_of_rank(run, cell.last_rank)), flags);
}

std::string table_section(const CollectiveDiagnosis& diagnosis) {
    if (diagnosis.cells.empty()) return {};
    std::string text = fmt::format(
        "\nTimes: median of the visits, with its 95 % interval\n  {:<28} {:>5} {:>7} "
        "{:>6} {:>10} {:>10} {:>10}  {}\n",
        "operation", "ranks", "length", "visits", "median", "low", "high", "mostly last");
    const std::size_t rows = std::min(diagnosis.cells.size(), max_table_rows);
    for (std::size_t row = 0; row < rows; ++row) text += table_row(diagnosis.run, diagnosis.cells[row]);
    if (diagnosis.cells.size() > rows)
        text += fmt::format("  {} more; network_convert has them all.\n", diagnosis.cells.size() - rows);
    return text;
}

std::string start_section(const CollectiveDiagnosis& diagnosis) {
    return section("How well runs start: waits of a known length", diagnosis.start_error,
                   [&](const CellSummary& cell) {
                       return fmt::format("{} on {} reads {}", operation_of(diagnosis.run, cell.cell),
                                          counted(cell.cell.ranks, "rank"), time_text(cell.time.value));
                   });
}

std::string judged_lines(const CollectiveDiagnosis& diagnosis) {
    std::string text;
    for (const std::string& label : diagnosis.labels) text += wrapped("Judged: ", label);
    for (const std::string& label : diagnosis.baseline_labels) text += wrapped("Against: ", label);
    const CollectiveRun& run = diagnosis.run;
    return text +
           wrapped("        ", fmt::format("{} on {}, {}; start {}, timing {}.{}",
                                           counted(run.description.rank_count(), "rank"),
                                           counted(diagnosis.host_count, "host"),
                                           counted(static_cast<std::int64_t>(diagnosis.cells.size()), "cell"),
                                           name_of(run.start), name_of(run.timing),
                                           run.description.complete ? "" : " The run has not ended."));
}

std::vector<AlgorithmChoice> sorted_choices(const CollectiveDiagnosis& diagnosis) {
    std::vector<AlgorithmChoice> choices = diagnosis.algorithms;
    std::stable_sort(choices.begin(), choices.end(), [](const AlgorithmChoice& a, const AlgorithmChoice& b) {
        return a.is_bad != b.is_bad ? a.is_bad : a.is_bad && a.factor > b.factor;
    });
    return choices;
}

}  // namespace

std::string violation_text(const GuidelineViolation& violation) {
    std::string name = violation.operation;
    if (!violation.algorithm.empty()) name += fmt::format(" ({})", violation.algorithm);
    std::string at;
    for (std::size_t index = 0; index < violation.lengths_bytes.size(); ++index) {
        at += fmt::format("{}{} times", at.empty() ? "" : ", ", format_plain(violation.factors[index]));
        if (violation.lengths_bytes[index] > 0) at += " at " + format_size(violation.lengths_bytes[index]);
    }
    return fmt::format("{} on {} takes longer than {}: {}", name, counted(violation.ranks, "rank"),
                       violation.alternative, at);
}

std::string collective_verdict(const CollectiveDiagnosis& diagnosis) {
    const std::int64_t faults = diagnosis.fault_count();
    std::string text = faults == 0 ? "No fault found" : counted(faults, "fault");
    text += fmt::format(" in {}", counted(diagnosis.host_count, "host"));
    if (faults > 0) text += ": " + diagnosis.findings.front().sentence;
    text += '.';
    if (!diagnosis.violations.empty()) {
        text +=
            fmt::format(" {} violated.", diagnosis.violations.size() == 1
                                             ? std::string("1 guideline is")
                                             : fmt::format("{} guidelines are", diagnosis.violations.size()));
    }
    if (const std::int64_t bad = diagnosis.bad_choices(); bad > 0)
        text += fmt::format(" The library chooses a slow algorithm in {}.", counted(bad, "cell"));
    return text;
}

std::string collective_result_line(const CollectiveDiagnosis& diagnosis) {
    const auto count = [&](FindingKind kind) {
        return std::count_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                             [&](const CollectiveFinding& finding) { return finding.kind == kind; });
    };
    return fmt::format(
        "RESULT: faults={} hosts={} ranks={} cells={} guidelines={} algorithms={} slow_node={} "
        "slow_rank={} noisy_node={} regression={} improvement={}\n",
        diagnosis.fault_count(), diagnosis.host_count, diagnosis.run.description.rank_count(),
        diagnosis.cells.size(), diagnosis.violations.size(), diagnosis.bad_choices(),
        count(FindingKind::slow_node), count(FindingKind::slow_rank), count(FindingKind::noisy_node),
        count(FindingKind::regression), count(FindingKind::improvement));
}

std::string collective_terminal_report(const CollectiveDiagnosis& diagnosis) {
    return wrapped("", collective_verdict(diagnosis)) + '\n' + judged_lines(diagnosis) +
           findings_section_of(diagnosis, true, "Faults") +
           findings_section_of(diagnosis, false, "Better than in the baseline") +
           section("Guidelines that are violated (tuning, no faults)", diagnosis.violations, violation_text) +
           section("Fastest algorithms (tuning, no faults)", sorted_choices(diagnosis), choice_text) +
           section("Overlap", diagnosis.overlaps, overlap_text) + table_section(diagnosis) +
           start_section(diagnosis) +
           section("Remarks", diagnosis.remarks, [](const std::string& remark) { return remark; }) + '\n' +
           collective_result_line(diagnosis);
}

}  // namespace fabricmap::diagnosis
