// SPDX-License-Identifier: Apache-2.0
#include "tracing/program/options.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "netcdf_schema/version.hpp"
#include "tracing/functions/functions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::tracing {
namespace {

void require_functions(const std::string& list, std::string_view option) {
    for (const std::string& name : split(list, ',')) {
        const auto& all = all_functions();
        const bool is_known =
            std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
        if (is_known) continue;
        throw UsageError(fmt::format(
            "{} {}: not a function that is recorded; network_trace functions lists them", option, name));
    }
}

double read_disk_rate(const std::string& word) {
    const auto bytes_per_second = static_cast<double>(parse_size(word, "--disk-rate"));
    if (bytes_per_second > 0) return bytes_per_second;
    throw UsageError("--disk-rate 0: give bytes a second, such as 2M");
}

std::size_t read_path_length(const std::string& word) {
    constexpr std::int64_t max_length = 64;
    const std::int64_t length = read_count(word, "--paths", 0, "calls");
    if (length <= max_length) return static_cast<std::size_t>(length);
    throw UsageError(fmt::format("--paths {}: at most {}", word, max_length));
}

const TraceFormat& read_format(const std::string& word) {
    std::vector<std::string_view> names;
    for (const TraceFormat& format : trace_formats()) names.push_back(format.name);
    return trace_formats()[place_of_word(word, "--to", names)];
}

constexpr std::array polls_words{OptionWord{"folded", false}, OptionWord{"all", true}};
constexpr std::array compress_words{OptionWord{"zstd", true}, OptionWord{"none", false}};
constexpr std::array write_words{OptionWord{"helper", false}, OptionWord{"synchronous", true}};

constexpr bool is_required = true;

using RecordRow = OptionRow<RecordOptions>;

constexpr std::array record_rows{
    RecordRow{"-o,--output", "DIR", "Folder for the trace; it must not exist yet",
              keep_word<&RecordOptions::folder>, nullptr, is_required},
    RecordRow{"--only", "FUNCTIONS", "Record these functions alone: MPI_Send,MPI_Recv",
              [](const std::string& word, RecordOptions& to) {
                  require_functions(word, "--only");
                  to.only = word;
              }}
        .completed_by([] { return names_in(all_functions()); }),
    RecordRow{"--skip", "FUNCTIONS", "Record all functions but these",
              [](const std::string& word, RecordOptions& to) {
                  require_functions(word, "--skip");
                  to.skip = word;
              }}
        .completed_by([] { return names_in(all_functions()); }),
    RecordRow{"--polls", "folded|all [folded]",
              "folded: unsuccessful MPI_Test and the like in a row at one place are one record; all: each "
              "is one",
              [](const std::string& word, RecordOptions& to) {
                  to.keeps_all_polls = read_choice(word, "--polls", polls_words);
              }}
        .completed_by(words_of_choices<polls_words>),
    RecordRow{"--paths", "COUNT [20]",
              "Record so many calls above each, which lead from main to it; 0: none, at most 64",
              [](const std::string& word, RecordOptions& to) { to.max_path = read_path_length(word); }},
    RecordRow{"--compress", "METHOD [zstd]", "zstd or none",
              [](const std::string& word, RecordOptions& to) {
                  to.compresses = read_choice(word, "--compress", compress_words);
              }}
        .completed_by(words_of_choices<compress_words>),
    RecordRow{"--write", "helper|synchronous [helper]",
              "helper: a thread of its own writes; synchronous: the program's threads do, as records of 32 "
              "bytes, for comparison",
              [](const std::string& word, RecordOptions& to) {
                  to.is_synchronous = read_choice(word, "--write", write_words);
              }}
        .completed_by(words_of_choices<write_words>),
    RecordRow{
        "--disk-rate", "SIZE", "Write at most so many bytes a second and rank",
        [](const std::string& word, RecordOptions& to) { to.disk_bytes_per_second = read_disk_rate(word); }},
};

constexpr std::array why_rows{
    OptionRow<WhyOptions>{"-o,--output", "DIR [fabricmap_why_...]",
                          "Folder for the trace and the page; it must not exist yet, and all hosts see it",
                          keep_word<&WhyOptions::folder>},
};

constexpr std::array show_rows{
    OptionRow<ShowOptions>{"--places", "COUNT [20]", "How many places to list",
                           [](const std::string& word, ShowOptions& to) {
                               to.places =
                                   static_cast<std::size_t>(read_count(word, "--places", 0, "places"));
                           }},
};

constexpr std::array convert_rows{
    OptionRow<ConvertOptions>{"-o,--output", "OUTPUT",
                              "File to write, - is stdout; of csv the beginning of its files",
                              keep_word<&ConvertOptions::output>, nullptr, is_required},
    OptionRow<ConvertOptions>{
        "--to", "FORMAT [text]", "text, csv, otf2 or perfetto",
        [](const std::string& word, ConvertOptions& to) { to.format = &read_format(word); }}
        .completed_by([] { return names_in(trace_formats()); }),
};

constexpr std::array traffic_rows{
    OptionRow<TrafficOptions>{
        "-o,--output", "PREFIX|FILE.csv [a table to stdout]",
        "PREFIX writes PREFIX_traffic.nc for network_place and network_viewer, FILE.csv a table",
        keep_word<&TrafficOptions::output>},
};

/// What commands that make a file of a trace have in common, around their own options.
template <typename CommandOptions, std::size_t count>
void declare_trace(Command& command, CommandOptions& options, OptionTable<CommandOptions, count>& table) {
    command
        .add_option("TRACE", options.trace, "Folder that record wrote, a trace as text, or an OTF2 archive")
        .required();
    table.declare(command);
    command.add_flag("--overwrite", options.overwrite, "Replace existing files");
    command.add_flag("--quiet", options.is_quiet, "Do not say what found no partner");
    command.add_help();
}

/// What commands that start a program have in common, around their own options.
template <typename CommandOptions, std::size_t count>
void declare_program(Command& command, CommandOptions& options, OptionTable<CommandOptions, count>& table,
                     const char* what) {
    table.declare(command);
    command.add_option("COMMAND", options.command, what);
    command.add_help();
}

/// The options of a command, where it was chosen.
template <typename CommandOptions, std::size_t count>
std::optional<CommandOptions> read_if(bool is_chosen, const OptionTable<CommandOptions, count>& table,
                                      const CommandOptions& options) {
    if (!is_chosen) return std::nullopt;
    table.read();
    return options;
}

std::string list_of_functions() {
    std::string text;
    for (const FunctionInfo& function : all_functions()) text += std::string(function.name) + '\n';
    return text;
}

constexpr const char* footer_of_why =
    "What follows -- is started as it stands. Compile the program with -g: without it the report names "
    "functions\nand offsets instead of lines.\n\n"
    "Exit codes: 0 no problem above 2 % of the run, 4 problems, 5 undecided, as calls are missing; that of "
    "the\nprogram where it fails; 1 failed while running, 2 usage, 3 a file cannot be read or written, 130 "
    "interrupted.\n";

constexpr const char* footer_of_trace =
    "network_trace COMMAND --help prints the options of a command.\n\n"
    "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written, "
    "130 interrupted; of record those of the program; of why those of the program, or 4 where a problem "
    "is above 2 %, 5 undecided.\n";

/// What no option says alone.
void require_complete(const Options& options) {
    if (options.record && options.record->command.empty()) {
        throw UsageError(
            "record: give the program to record after --: network_trace record -o DIR -- ./solver");
    }
    if (options.why && options.why->command.empty())
        throw UsageError("why: give the program to run after --: network_trace why -- mpirun -np 4 ./solver");
    if (options.show && options.show->folders.size() > 2) {
        throw UsageError("show: one folder, or two that are compared: network_trace show EARLIER LATER");
    }
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    RecordOptions record;
    WhyOptions why;
    ShowOptions show;
    ConvertOptions convert;
    convert.format = &read_format("text");
    TrafficOptions traffic;
    traffic.output = standard_output;
    OptionTable table_of_record(record_rows, record);
    OptionTable table_of_why(why_rows, why);
    OptionTable table_of_show(show_rows, show);
    OptionTable table_of_convert(convert_rows, convert);
    OptionTable table_of_traffic(traffic_rows, traffic);
    Command app(
        "Records what an MPI program calls, and shows where its time goes.\n"
        "  network_trace why -- mpirun -np 4 ./solver input\n"
        "  mpirun -np 4 network_trace record -o solver_trace -- ./solver input\n"
        "  network_trace show solver_trace\n"
        "  network_trace convert solver_trace --to csv -o solver",
        "network_trace");
    app.require_subcommand();
    Command to_record = app.add_subcommand("record", "Start a program, and record its MPI calls");
    declare_program(to_record, record, table_of_record, "The program and its arguments, after --");
    Command to_why = app.add_subcommand("why", "Run a program, and say what it waits for");
    declare_program(to_why, why, table_of_why, "The launcher, the program and its arguments, after --");
    to_why.set_footer(footer_of_why);
    Command to_show =
        app.add_subcommand("show", "Print where the time went: by function, and by place in the source");
    to_show
        .add_option("DIR", show.folders, "Folder that record wrote; two are compared, the earlier one first")
        .required();
    table_of_show.declare(to_show);
    to_show.add_help();
    Command to_convert =
        app.add_subcommand("convert", "Match the calls to operations, and write them in another format");
    declare_trace(to_convert, convert, table_of_convert);
    Command to_traffic =
        app.add_subcommand("traffic", "Write how many messages and bytes each rank sent to each");
    declare_trace(to_traffic, traffic, table_of_traffic);
    app.add_subcommand("functions", "Print the functions that are recorded").add_help();
    app.add_help();
    app.add_version(version_text("network_trace"));
    app.set_footer(footer_of_trace);
    Options options;
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;
    const std::string chosen = app.chosen_subcommand();
    options.record = read_if(chosen == "record", table_of_record, record);
    options.why = read_if(chosen == "why", table_of_why, why);
    options.show = read_if(chosen == "show", table_of_show, show);
    options.convert = read_if(chosen == "convert", table_of_convert, convert);
    options.traffic = read_if(chosen == "traffic", table_of_traffic, traffic);
    require_complete(options);
    if (chosen == "functions") options.answer = list_of_functions();
    return options;
}

}  // namespace fabricmap::tracing
