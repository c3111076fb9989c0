// SPDX-License-Identifier: Apache-2.0
#include "converters/program/collectives.hpp"

#include "base/csv_field.hpp"
#include "base/errors.hpp"
#include "base/json_values.hpp"
#include "base/message_lengths.hpp"
#include "base/units.hpp"
#include "converters/conversion/output.hpp"
#include "converters/formats/table.hpp"
#include "netcdf_schema/collectives/cell_summary.hpp"
#include "netcdf_schema/collectives/collective_file.hpp"
#include "netcdf_schema/own/run_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fabricmap::converters {
namespace {

constexpr std::array table_formats{"text", "csv", "json"};

/// A number of a cell under its name in CSV and JSON. Capital names are those that MPIPerf gives the same
/// quantity; all times are seconds.
struct CellColumn {
    const char* name;
    double (*value)(const CellSummary& cell);
};
constexpr std::array cell_columns{
    CellColumn{"Procs", [](const CellSummary& c) { return static_cast<double>(c.cell.ranks); }},
    CellColumn{"Count", [](const CellSummary& c) { return static_cast<double>(c.cell.message_length); }},
    CellColumn{"total_bytes", [](const CellSummary& c) { return static_cast<double>(c.total_length); }},
    CellColumn{"visits", [](const CellSummary& c) { return static_cast<double>(c.visits); }},
    CellColumn{"TRuns", [](const CellSummary& c) { return static_cast<double>(c.runs); }},
    CellColumn{"CRuns", [](const CellSummary& c) { return static_cast<double>(c.punctual); }},
    CellColumn{"FRuns", [](const CellSummary& c) { return static_cast<double>(c.mean.values); }},
    CellColumn{"Mean", [](const CellSummary& c) { return c.mean.mean; }},
    CellColumn{"RSE", [](const CellSummary& c) { return c.mean.standard_error / c.mean.mean; }},
    CellColumn{"StdErr", [](const CellSummary& c) { return c.mean.standard_error; }},
    CellColumn{"Min", [](const CellSummary& c) { return c.minimum; }},
    CellColumn{"Max", [](const CellSummary& c) { return c.maximum; }},
    CellColumn{"Err", [](const CellSummary& c) { return c.mean.error; }},
    CellColumn{"CI LB", [](const CellSummary& c) { return c.mean.mean - c.mean.error; }},
    CellColumn{"CI UB", [](const CellSummary& c) { return c.mean.mean + c.mean.error; }},
    CellColumn{"RelErr", [](const CellSummary& c) { return c.mean.error / c.mean.mean; }},
    CellColumn{"median_s", [](const CellSummary& c) { return c.time.value; }},
    CellColumn{"low_s", [](const CellSummary& c) { return c.time.low; }},
    CellColumn{"high_s", [](const CellSummary& c) { return c.time.high; }},
    CellColumn{"deviation_s", [](const CellSummary& c) { return c.deviation; }},
    CellColumn{"late_s", [](const CellSummary& c) { return c.lateness; }},
    CellColumn{"clock_error_s", [](const CellSummary& c) { return c.clock_error_s; }},
    CellColumn{"all_count", [](const CellSummary& c) { return c.all_count ? 1.0 : 0.0; }},
};

/// The cells of the sweep and the waits that show how well runs start.
std::vector<CellSummary> cells_of(const CollectiveFile& file, const Options& options) {
    const std::vector<CollectiveVisit> visits = file.visits();
    std::vector<CellSummary> cells;
    for (const VisitPurpose purpose :
         {VisitPurpose::sweep, VisitPurpose::start_error, VisitPurpose::overlap}) {
        std::vector<CellSummary> more = summaries_of(file.run(), visits, purpose);
        std::move(more.begin(), more.end(), std::back_inserter(cells));
    }
    if (!options.length_bytes) return cells;
    std::erase_if(cells,
                  [&](const CellSummary& c) { return c.cell.message_length != *options.length_bytes; });
    if (cells.empty()) {
        throw UsageError(fmt::format("--length {}: no operation was measured with that length",
                                     format_size(*options.length_bytes)));
    }
    return cells;
}

std::string file_comments(const CollectiveRun& run) {
    const RunDescription& description = run.description;
    std::string text =
        "# times in seconds; Mean, Err: trimmed mean (25 % a side), Winsorised error at 95 %\n";
    const auto line = [&](std::string_view key, std::string_view value) {
        if (!value.empty()) text += fmt::format("# {}: {}\n", key, value);
    };
    line("start", name_of(run.start));
    line("timing", name_of(run.timing));
    line("clock", run.clock);
    line("memory", name_of(memory_of(description)));
    line("mpi_library", description.mpi_library);
    line("started", description.started);
    line("run_id", description.run_id);
    return text;
}

std::string csv_of(const CollectiveRun& run, const std::vector<CellSummary>& cells) {
    std::string text = file_comments(run) + "purpose,operation,mock_up,algorithm,root,compute_step,last_host";
    for (const CellColumn& column : cell_columns) text += fmt::format(",{}", column.name);
    text += '\n';
    for (const CellSummary& cell : cells) {
        text += fmt::format("{},{},{},{},{},{},{}", name_of(cell.purpose),
                            csv_field(operation_of(run, cell.cell)), csv_field(mock_up_of(run, cell.cell)),
                            csv_field(algorithm_of(run, cell.cell)), cell.cell.root, cell.cell.compute_step,
                            csv_field(host_of_rank(run, cell.last_rank)));
        for (const CellColumn& column : cell_columns) {
            const double value = column.value(cell);
            text += std::isfinite(value) ? fmt::format(",{}", value) : ",";
        }
        text += '\n';
    }
    return text;
}

std::string json_of(const CollectiveRun& run, const std::vector<CellSummary>& cells) {
    Json json{{"start", name_of(run.start)},
              {"timing", name_of(run.timing)},
              {"clock", run.clock},
              {"clock_sync", run.clock_sync},
              {"memory", name_of(memory_of(run.description))},
              {"mpi_library", run.description.mpi_library},
              {"started", run.description.started},
              {"run_id", run.description.run_id},
              {"complete", run.description.complete}};
    Json& rows = json["cells"] = Json::array();
    for (const CellSummary& cell : cells) {
        Json row{{"purpose", name_of(cell.purpose)},
                 {"operation", operation_of(run, cell.cell)},
                 {"mock_up", mock_up_of(run, cell.cell)},
                 {"algorithm", algorithm_of(run, cell.cell)},
                 {"root", cell.cell.root},
                 {"compute_step", cell.cell.compute_step},
                 {"last_host", host_of_rank(run, cell.last_rank)}};
        for (const CellColumn& column : cell_columns) row[column.name] = json_number(column.value(cell));
        rows.push_back(std::move(row));
    }
    return json_document(json);
}

std::string time_or_dash(double seconds) {
    return std::isfinite(seconds) ? format_delay(seconds) : "-";
}

std::string text_of(const CollectiveRun& run, const std::vector<CellSummary>& cells) {
    std::string text = fmt::format(
        "{:<20} {:<16} {:>5} {:>7} {:>7} {:>6} {:>5} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9} "
        "{:>9} {:>9} {:>9}  {}\n",
        "operation", "algorithm", "ranks", "length", "total", "visits", "runs", "punctual", "min", "median",
        "low", "high", "max", "mean", "+-error", "late", "last host");
    for (const CellSummary& cell : cells) {
        std::string name = operation_of(run, cell.cell);
        if (cell.cell.root > 0) name += fmt::format(" root {}", cell.cell.root);
        text += fmt::format(
            "{:<20} {:<16} {:>5} {:>7} {:>7} {:>6} {:>5} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} "
            "{:>9} {:>9}  {}{}\n",
            name, algorithm_of(run, cell.cell), cell.cell.ranks, format_size(cell.cell.message_length),
            format_size(cell.total_length), cell.visits, cell.runs, cell.punctual, time_or_dash(cell.minimum),
            time_or_dash(cell.time.value), time_or_dash(cell.time.low), time_or_dash(cell.time.high),
            time_or_dash(cell.maximum), time_or_dash(cell.mean.mean), time_or_dash(cell.mean.error),
            time_or_dash(cell.lateness), host_of_rank(run, cell.last_rank),
            cell.all_count ? "  late-starts" : "");
    }
    return text;
}

}  // namespace

std::optional<std::filesystem::path> collectives_to_convert(const Options& options) {
    const bool is_table = std::any_of(table_formats.begin(), table_formats.end(),
                                      [&](std::string_view name) { return options.format->name == name; });
    if (!is_table) return std::nullopt;
    const auto file = find_collectives(options.input);
    const bool is_prefix_of_delays =
        file && *file != options.input &&
        std::filesystem::exists(statistic_path(options.input, Statistic::median));
    return is_prefix_of_delays ? std::nullopt : file;
}

void convert_collectives(const std::filesystem::path& file, const Options& options) {
    if (options.pair || options.row || options.statistic || options.all_statistics) {
        throw UsageError(
            "--statistic, --pair and --row are for matrices; name those of a collective operation: "
            "INPUT:gather");
    }
    const CollectiveFile collectives(file);
    const std::vector<CellSummary> cells = cells_of(collectives, options);
    if (cells.empty()) {
        throw FileError(fmt::format(
            "{}: the run has no measurement yet: continue it with collective_test --resume", file.string()));
    }
    Output output(options);
    const CollectiveRun& run = collectives.run();
    const std::string_view format = options.format->name;
    output.write(format == "csv"    ? csv_of(run, cells)
                 : format == "json" ? json_of(run, cells)
                                    : text_of(run, cells));
    output.finish();
}

}  // namespace fabricmap::converters
