// SPDX-License-Identifier: Apache-2.0
#include "tracing/program/options.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "netcdf_schema/version.hpp"
#include "tracing/functions/functions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::tracing {
namespace {

/// The words as they were typed.
struct TypedWords {
    std::string polls = "folded";
    std::string compress = "zstd";
    std::string write = "helper";
    std::string disk_rate;
    std::string folder;
    std::string output;
    std::string format = "text";
    std::int64_t places = 20;
};

void require_functions(const std::string& list, std::string_view option) {
    if (list.empty()) return;
    for (const std::string& name : split(list, ',')) {
        const auto& all = all_functions();
        const bool is_known =
            std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
        if (is_known) continue;
        throw UsageError(fmt::format(
            "{} {}: not a function that is recorded; network_trace functions lists them", option, name));
    }
}

RecordOptions read_record(const TypedWords& words, RecordOptions options) {
    if (words.polls != "folded" && words.polls != "all") {
        throw UsageError(fmt::format("--polls {}: give folded or all", words.polls));
    }
    if (words.compress != "zstd" && words.compress != "none") {
        throw UsageError(fmt::format("--compress {}: give zstd or none", words.compress));
    }
    if (words.write != "helper" && words.write != "synchronous") {
        throw UsageError(fmt::format("--write {}: give helper or synchronous", words.write));
    }
    options.folder = words.folder;
    options.is_synchronous = words.write == "synchronous";
    options.keeps_all_polls = words.polls == "all";
    options.compresses = words.compress == "zstd";
    if (!words.disk_rate.empty()) {
        options.disk_bytes_per_second = static_cast<double>(parse_size(words.disk_rate, "--disk-rate"));
        if (options.disk_bytes_per_second <= 0) {
            throw UsageError("--disk-rate 0: give bytes a second, such as 2M");
        }
    }
    require_functions(options.only, "--only");
    require_functions(options.skip, "--skip");
    if (options.command.empty()) {
        throw UsageError(
            "record: give the program to record after --: network_trace record -o DIR -- ./solver");
    }
    return options;
}

void declare_record(Command& app, TypedWords& words, RecordOptions& options) {
    Command record = app.add_subcommand("record", "Start a program, and record its MPI calls");
    record.add_option("-o,--output", words.folder, "Folder for the trace; it must not exist yet")
        .option_text("DIR")
        .required();
    record.add_option("--only", options.only, "Record these functions alone: MPI_Send,MPI_Recv")
        .option_text("FUNCTIONS");
    record.add_option("--skip", options.skip, "Record all functions but these").option_text("FUNCTIONS");
    record
        .add_option(
            "--polls", words.polls,
            "folded: unsuccessful MPI_Test and the like in a row at one place are one record; all: each "
            "is one")
        .option_text("folded|all [folded]");
    record.add_option("--compress", words.compress, "zstd or none").option_text("METHOD [zstd]");
    record
        .add_option(
            "--write", words.write,
            "helper: a thread of its own writes; synchronous: the program's threads do, as records of 32 "
            "bytes, for comparison")
        .option_text("helper|synchronous [helper]");
    record.add_option("--disk-rate", words.disk_rate, "Write at most so many bytes a second and rank")
        .option_text("SIZE");
    record.add_option("COMMAND", options.command, "The program and its arguments, after --");
    record.add_help();
}

ShowOptions read_show(const TypedWords& words, ShowOptions options) {
    if (words.places < 0) throw UsageError(fmt::format("--places {}: give a number from 0 on", words.places));
    options.places = static_cast<std::size_t>(words.places);
    return options;
}

void declare_show(Command& app, TypedWords& words, ShowOptions& options) {
    Command show =
        app.add_subcommand("show", "Print where the time went: by function, and by place in the source");
    show.add_option("DIR", options.folder, "Folder that record wrote").required();
    show.add_option("--places", words.places, "How many places to list").option_text("COUNT [20]");
    show.add_help();
}

/// What commands that make a file of a trace have in common, before and after their own options.
template <typename CommandOptions>
void declare_trace(Command& command, CommandOptions& options) {
    command
        .add_option("TRACE", options.trace, "Folder that record wrote, a trace as text, or an OTF2 archive")
        .required();
}
template <typename CommandOptions>
void declare_ends(Command& command, CommandOptions& options) {
    command.add_flag("--overwrite", options.overwrite, "Replace existing files");
    command.add_flag("--quiet", options.is_quiet, "Do not say what found no partner");
    command.add_help();
}

void declare_convert(Command& app, TypedWords& words, ConvertOptions& options) {
    Command convert =
        app.add_subcommand("convert", "Match the calls to operations, and write them in another format");
    declare_trace(convert, options);
    convert
        .add_option("-o,--output", words.output,
                    "File to write, - is stdout; of csv the beginning of its files")
        .option_text("OUTPUT")
        .required();
    convert.add_option("--to", words.format, "text, csv, otf2 or perfetto").option_text("FORMAT [text]");
    declare_ends(convert, options);
}

void declare_traffic(Command& app, TypedWords& words, TrafficOptions& options) {
    Command traffic =
        app.add_subcommand("traffic", "Write how many messages and bytes each rank sent to each");
    declare_trace(traffic, options);
    traffic
        .add_option("-o,--output", words.output,
                    "PREFIX writes PREFIX_traffic.nc for network_place and network_viewer, FILE.csv a table")
        .option_text("PREFIX|FILE.csv [a table to stdout]");
    declare_ends(traffic, options);
}

const TraceFormat& read_format(const std::string& word) {
    std::vector<std::string_view> names;
    for (const TraceFormat& format : trace_formats()) {
        if (format.name == word) return format;
        names.push_back(format.name);
    }
    throw UsageError(fmt::format("--to {}: give {}", word, listed(names, "or")));
}

std::string list_of_functions() {
    std::string text;
    for (const FunctionInfo& function : all_functions()) text += std::string(function.name) + '\n';
    return text;
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    TypedWords typed;
    RecordOptions record;
    ShowOptions show;
    ConvertOptions convert;
    TrafficOptions traffic;
    Command app(
        "Records what an MPI program calls, and shows where its time goes.\n"
        "  mpirun -np 4 network_trace record -o solver_trace -- ./solver input\n"
        "  network_trace show solver_trace\n"
        "  network_trace convert solver_trace --to csv -o solver",
        "network_trace");
    app.require_subcommand();
    declare_record(app, typed, record);
    declare_show(app, typed, show);
    declare_convert(app, typed, convert);
    declare_traffic(app, typed, traffic);
    app.add_subcommand("functions", "Print the functions that are recorded").add_help();
    app.add_help();
    app.add_version(version_text("network_trace"));
    app.set_footer(
        "network_trace COMMAND --help prints the options of a command.\n\n"
        "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written, "
        "130 interrupted; of record those of the program.\n");
    Options options;
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;
    const std::string chosen = app.chosen_subcommand();
    if (chosen == "record") options.record = read_record(typed, std::move(record));
    if (chosen == "show") options.show = read_show(typed, std::move(show));
    if (chosen == "convert") {
        convert.output = typed.output;
        convert.format = &read_format(typed.format);
        options.convert = convert;
    }
    if (chosen == "traffic") {
        traffic.output = typed.output.empty() ? standard_output : typed.output;
        options.traffic = traffic;
    }
    if (chosen == "functions") options.answer = list_of_functions();
    return options;
}

}  // namespace fabricmap::tracing
