// SPDX-License-Identifier: Apache-2.0
#include "converters/program/command_line.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "command_line/sweep_options.hpp"
#include "converters/formats/table.hpp"
#include "netcdf_schema/version.hpp"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace fabricmap::converters {
namespace {

/// What the user asks for, with the words that are understood only beside others.
struct Typed {
    Options options;
    std::string to;
    std::string output;
    std::string range;
    std::string diagonal;
};

std::int64_t read_rank(std::string_view word, std::string_view option) {
    const auto rank = read_number<std::int64_t>(word);
    if (rank && *rank >= 0) return *rank;
    throw UsageError(
        fmt::format("{} {}: '{}' is not a valid rank; ranks are whole numbers from 0", option, word, word));
}

std::pair<std::int64_t, std::int64_t> read_pair(std::string_view word) {
    const auto comma = word.find(',');
    if (comma == std::string_view::npos) {
        throw UsageError(fmt::format("--pair {}: give sender and receiver, such as 0,3", word));
    }
    return {read_rank(word.substr(0, comma), "--pair"), read_rank(word.substr(comma + 1), "--pair")};
}

RangeChoice read_range(std::string_view word) {
    if (word == "plane") return RangeOf::plane;
    if (word == "run") return RangeOf::run;
    const auto colon = word.find(':');
    const auto lowest = read_seconds(word.substr(0, colon));
    const auto highest =
        colon == std::string_view::npos ? std::nullopt : read_seconds(word.substr(colon + 1));
    if (!lowest || !highest || *lowest >= *highest) {
        throw UsageError(
            fmt::format("--range {}: give plane, run, or the two ends in seconds, such as 0:25us", word));
    }
    return picture::ValueRange{*lowest, *highest};
}

bool has_choice_of_diagonal(const Format& format) {
    return format.content == Content::table || format.content == Content::matrices_or_nan;
}

bool is_picture(const Format& format) {
    return format.content == Content::picture;
}

/// Their names (or suffixes): "csv, json and run", the word before the last one being that.
template <typename Wanted>
std::string list_of(std::string_view Format::*word, std::string_view last, const Wanted& is_wanted) {
    std::vector<std::string_view> words;
    for (const Format* const format : all_formats()) {
        if (std::invoke(is_wanted, *format) && !(format->*word).empty()) words.push_back(format->*word);
    }
    return listed(words, last);
}

/// Rows can be left out, cells of a matrix cannot.
Diagonal read_diagonal(std::string_view word, const Format& format, bool is_table) {
    if (word.empty()) return is_table ? Diagonal::omit : Diagonal::keep;
    if (!has_choice_of_diagonal(format)) {
        throw UsageError(
            fmt::format("--diagonal: needs --to {}", list_of(&Format::name, "and", has_choice_of_diagonal)));
    }
    if (word == "keep") return Diagonal::keep;
    if (word == "nan") return Diagonal::nan;
    if (word != "omit") throw UsageError(fmt::format("--diagonal {}: give keep, nan or omit", word));
    if (is_table) return Diagonal::omit;
    throw UsageError("--diagonal omit: a matrix keeps its diagonal; use nan, or --to csv");
}

const Format& read_format(const Typed& words) {
    const std::string suffix = std::filesystem::path(words.output).extension();
    for (const Format* const format : all_formats()) {
        const bool is_meant =
            words.to.empty() ? !suffix.empty() && format->suffix == suffix : format->name == words.to;
        if (is_meant) return *format;
    }
    const auto any = [](const Format&) { return true; };
    if (!words.to.empty()) {
        throw UsageError(fmt::format("--to {}: there is no such format; give {}", words.to,
                                     list_of(&Format::name, "or", any)));
    }
    if (suffix.empty()) return *all_formats().front();
    throw UsageError(fmt::format("-o {}: no format has this suffix; give --to, or end in {}", words.output,
                                 list_of(&Format::suffix, "or", any)));
}

using Row = OptionRow<Typed>;

void read_statistics(const std::string& word, Typed& to) {
    to.options.all_statistics = word == "all";
    if (word != "all") to.options.statistic = read_statistic(word);
}

auto option_rows() {
    static const std::string statistic_text = fmt::format(
        "min, average, median, max, deviation, count, or all side by side ({}); default: the "
        "named file's own, else the median",
        list_of(&Format::name, "and", &Format::holds_all_statistics));
    return std::array{
        Row{"--to", "FORMAT", "Format; by default what the suffix of -o says, else text",
            keep_word<&Typed::to>}
            .completed_by([] { return names_in(all_formats()); }),
        Row{"-o,--output", "OUT",
            "File (or prefix) to write; - and the default: stdout, where text, csv and json can go alone",
            keep_word<&Typed::output>},
        Row{"--statistic", "NAME", statistic_text.c_str(), read_statistics}.completed_by([] {
            auto names = statistic_names();
            names.emplace_back("all");
            return names;
        }),
        Row{"--length", "SIZE", "Only this message length",
            [](const std::string& word, Typed& to) {
                to.options.length_bytes = parse_size(word, "--length");
            }},
        Row{"--pair", "I,J", "Only the messages from rank I to rank J",
            [](const std::string& word, Typed& to) { to.options.pair = read_pair(word); }},
        Row{"--beside", "RUN",
            "In the picture of --pair: the same ranks of another run, in the same plot; may be given again",
            [](const std::string& word, Typed& to) { to.options.beside.push_back(word); }, nullptr, false,
            true},
        Row{"--row", "I", "Only what rank I sends",
            [](const std::string& word, Typed& to) { to.options.row = read_rank(word, "--row"); }},
        Row{"--range", "RANGE [plane]",
            "Grey scale: of the plane, of the run, or MIN:MAX in seconds (10us:2ms)",
            keep_word<&Typed::range>}
            .completed_by([] { return split("plane run", ' '); }),
        Row{"--diagonal", "keep|nan|omit",
            "Pairs of a rank with itself, where they are not measured: keep (0), nan, or omit, which is "
            "the default of tables (csv, and json of all statistics)",
            keep_word<&Typed::diagonal>}
            .completed_by([] { return split("keep nan omit", ' '); }),
        Row{"--overwrite", nullptr, "Replace existing files",
            [](const std::string&, Typed& to) { to.options.overwrite = true; }},
        Row{"--quiet", nullptr, "No progress and no warnings",
            [](const std::string&, Typed& to) { to.options.quiet = true; }},
    };
}

/// What the words mean together.
Options checked(const Typed& typed) {
    Options options = typed.options;
    options.format = &read_format(typed);
    if (!typed.output.empty() && typed.output != standard_output) options.output = typed.output;
    if (!typed.range.empty()) options.range = read_range(typed.range);

    const Format& format = *options.format;
    const bool writes_run = format.target == Target::run;
    if (format.target != Target::stream && !options.output) {
        throw UsageError(fmt::format("--to {}: it cannot go to stdout; name {} with -o", format.name,
                                     writes_run ? "a prefix" : "a file"));
    }
    if (writes_run && *options.output == options.input) {
        throw UsageError("-o: the output is the input itself; choose another prefix");
    }
    if (options.pair && options.row) throw UsageError("--pair and --row exclude each other");
    if (writes_run && (options.length_bytes || options.pair || options.row || options.statistic ||
                       options.all_statistics)) {
        throw UsageError(fmt::format(
            "--to {}: writes the whole run; remove --statistic, --length, --pair and --row", format.name));
    }
    if (options.all_statistics && !format.holds_all_statistics) {
        throw UsageError(fmt::format("--statistic all: --to {} holds one statistic; use --to {}, or name one",
                                     format.name,
                                     list_of(&Format::name, "or", &Format::holds_all_statistics)));
    }
    const bool is_table = format.content == Content::table || options.all_statistics;
    options.diagonal = read_diagonal(typed.diagonal, format, is_table);
    if (is_picture(format) && options.pair && options.length_bytes)
        throw UsageError("--length: the picture of --pair has all lengths; remove it");
    if (!options.beside.empty() && !(is_picture(format) && options.pair))
        throw UsageError("--beside: needs --pair and a picture");
    if (options.pair && !typed.range.empty())
        throw UsageError("--range: of matrices alone; remove it, or --pair");
    if (!is_picture(format) && !typed.range.empty()) {
        throw UsageError(fmt::format("--range: needs --to {}", list_of(&Format::name, "and", is_picture)));
    }
    return options;
}

}  // namespace

CommandLine parse_command_line(int argument_count, const char* const* arguments) {
    CommandLine command_line;
    Typed typed;
    const auto rows = option_rows();
    OptionTable table(rows, typed);
    Command app(
        "Turns a measured run into text, CSV, JSON, a picture or other NetCDF files. It reads runs of "
        "network_test,\nthe older toolkit's NetCDF and text files, lists of pairs, and outputs of mpiGraph, "
        "ClusterKit,\nLinkTest, nccl-tests and OSU's tests of pairs:\n"
        "  network_convert --to png --length 64K -o rack.png results/rack1\n"
        "  network_convert merge RUN... -o PREFIX        makes one run of several; see network_convert merge "
        "--help",
        "network_convert");
    app.add_option(
           "INPUT", typed.options.input,
           "Prefix of a run or one file of it, in any format that is known, or synthetic:SCENARIO; of "
           "collective_test: its times, or INPUT:gather for the matrices by roots")
        .completed_by(synthetic_names)
        .required();
    table.declare(app);
    app.add_help();
    app.add_version(version_text("network_convert", "libpng " PNG_LIBPNG_VER_STRING));
    std::string formats = "Formats:";
    for (const Format* const format : all_formats())
        formats += fmt::format("\n  {:<8}{}", format->name, format->what);
    app.set_footer(
        formats +
        "\n\nExit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written, "
        "130 interrupted.\n");
    command_line.answer = app.parse(words_of(argument_count, arguments));
    if (!command_line.answer.empty()) return command_line;
    table.read();
    command_line.options = checked(typed);
    return command_line;
}

}  // namespace fabricmap::converters
