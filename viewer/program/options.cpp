// SPDX-License-Identifier: Apache-2.0
#include "viewer/program/options.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "command_line/sweep_options.hpp"
#include "netcdf_schema/version.hpp"
#include "viewer/painting/figure_files.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace fabricmap::viewer {
namespace {

constexpr std::array view_names{
    std::pair{"matrix", ExportedView::matrix}, std::pair{"row", ExportedView::row},
    std::pair{"column", ExportedView::column}, std::pair{"pair", ExportedView::pair},
    std::pair{"compare", ExportedView::compare}};
constexpr std::array endpoint_names{std::pair{"ranks", Endpoints::ranks},
                                    std::pair{"hosts", Endpoints::hosts_median},
                                    std::pair{"worst", Endpoints::hosts_worst}};
constexpr std::array order_names{std::pair{"rank", Order::rank}, std::pair{"host", Order::host},
                                 std::pair{"topology", Order::topology},
                                 std::pair{"cluster", Order::cluster}};
constexpr std::array scale_names{std::pair{"linear", picture::Scale::linear},
                                 std::pair{"log", picture::Scale::logarithmic}};
constexpr std::array palette_names{std::pair{"grey", picture::Palette::grey},
                                   std::pair{"viridis", picture::Palette::viridis},
                                   std::pair{"cividis", picture::Palette::cividis}};

/// The words as they were typed.
struct Words {
    std::string file;
    std::string view = "matrix";
    std::string sender = "0";
    std::string receiver = "1";
    std::string length;
    std::string statistic;
    std::string endpoints = "ranks";
    std::string order = "rank";
    std::string scale;
    std::string palette = "grey";
    std::string size = "1280x960";
};

/// `names`: pairs of a word and what it stands for.
auto read_name(std::string_view word, std::string_view option, const auto& names) {
    std::vector<std::string_view> known;
    for (const auto& [name, value] : names) {
        if (name == word) return value;
        known.emplace_back(name);
    }
    throw UsageError(fmt::format("{} {}: give one of {}", option, word, joined_by(known, ", ")));
}

std::int64_t read_endpoint(std::string_view word, std::string_view option) {
    const auto number = read_number<std::int64_t>(word);
    if (number && *number >= 0) return *number;
    throw UsageError(fmt::format("{} {}: give the number of a rank, from 0", option, word));
}

void read_picture_size(std::string_view word, ExportOptions& options) {
    const auto sides = split(word, 'x');
    const auto width = sides.size() == 2 ? read_number<int>(sides[0]) : std::nullopt;
    const auto height = sides.size() == 2 ? read_number<int>(sides[1]) : std::nullopt;
    const auto fits = [](int side) { return side >= min_figure_side && side <= max_figure_side; };
    if (!width || !height || !fits(*width) || !fits(*height)) {
        throw UsageError(
            fmt::format("--size {}: give width and height in pixels, from {} to {}, such as 1280x960", word,
                        min_figure_side, max_figure_side));
    }
    options.width = *width;
    options.height = *height;
}

ExportOptions read_export(const Words& words) {
    ExportOptions options;
    options.file = words.file;
    static_cast<void>(format_of(options.file));
    options.view = read_name(words.view, "--view", view_names);
    options.sender = read_endpoint(words.sender, "--sender");
    options.receiver = read_endpoint(words.receiver, "--receiver");
    if (!words.length.empty()) options.length_bytes = parse_size(words.length, "--length");
    if (!words.statistic.empty()) options.statistic = read_statistic(words.statistic);
    options.endpoints = read_name(words.endpoints, "--endpoints", endpoint_names);
    options.order = read_name(words.order, "--order", order_names);
    if (!words.scale.empty()) options.scale = read_name(words.scale, "--scale", scale_names);
    options.palette = read_name(words.palette, "--palette", palette_names);
    read_picture_size(words.size, options);
    return options;
}

void check_together(const Options& options) {
    const ExportOptions& exported = *options.exported;
    if (options.watch) throw UsageError("--watch: needs a window; remove --export");
    if (options.sources.empty()) throw UsageError("--export: name the run to draw");
    const bool compares = exported.view == ExportedView::compare;
    if (compares && options.sources.size() != 2) {
        throw UsageError("--view compare: name two runs, the one to look at and the one to compare it with");
    }
    if (compares && exported.scale == picture::Scale::linear) {
        throw UsageError("--scale linear: a comparison is logarithmic around 1; remove it");
    }
    if (!compares && options.sources.size() > 1) {
        throw UsageError(fmt::format("{}: --view {} draws one run; remove the others, or use --view compare",
                                     options.sources[1],
                                     view_names[static_cast<std::size_t>(exported.view)].first));
    }
}

void declare(Command& app, Words& words, Options& options, ExportOptions& exported) {
    app.add_option(
        "RUN", options.sources,
        "What to show: the prefix of a run or any one of its files, an archive, a file of the older "
        "toolkit, or synthetic:SCENARIO; a second one to compare it with");
    app.add_flag("--watch", options.watch, "Follow a run that is still measured");
    app.add_option(
           "--export", words.file,
           fmt::format("Open no window: write a picture ({}) or its numbers ({})",
                       joined_by(suffixes_of(true, false), ", "), joined_by(suffixes_of(false, true), ", ")))
        .option_text("FILE");
    const auto add = [&](const char* name, std::string& word, const char* what, const char* form) {
        app.add_option(name, word, what).option_text(form).needs("--export");
    };
    add("--view", words.view, "matrix, row, column, pair, or compare two runs", "VIEW [matrix]");
    add("--sender", words.sender, "Of the row and the pair", "RANK [0]");
    add("--receiver", words.receiver, "Of the column and the pair", "RANK [1]");
    add("--length", words.length,
        "Message length of the matrix; by default the middle one, of traffic the sum over all", "SIZE");
    add("--statistic", words.statistic,
        "min, average, median, max, deviation or count; by default the named file's own, else the median",
        "NAME");
    add("--endpoints", words.endpoints,
        "ranks, hosts (medians of their ranks) or worst (their slowest ranks)", "WHO [ranks]");
    // Its name before, accepted for one more version.
    app.add_option("--parties", words.endpoints).needs("--export").hidden();
    add("--order", words.order, "By rank, host, topology or cluster", "ORDER [rank]");
    add("--scale", words.scale, "linear or log; by default linear, and log for rows and columns", "SCALE");
    add("--palette", words.palette, "grey, viridis or cividis", "NAME [grey]");
    add("--size", words.size, "Pixels of the picture", "WxH [1280x960]");
    app.add_flag("--bytes", exported.counts_bytes, "Of traffic: bytes instead of messages").needs("--export");
    app.add_flag("--overwrite", exported.overwrite, "Replace an existing file").needs("--export");
    app.add_help();
    app.add_version(version_text("network_viewer", "Qt " QT_VERSION_STR));
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    Options options;
    ExportOptions flags;
    Words typed;
    Command app(
        "Shows what network_test measured: matrices, rows and pairs, the slower the darker.\n"
        "  network_viewer results/network\n"
        "  network_viewer results/today results/monday\n"
        "  network_viewer results/network --export rack.png --length 64K",
        "network_viewer");
    declare(app, typed, options, flags);
    app.set_footer(
        "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written, 130 "
        "interrupted.\n");
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;
    if (!app.is_given("--export")) return options;
    options.exported = read_export(typed);
    options.exported->overwrite = flags.overwrite;
    options.exported->counts_bytes = flags.counts_bytes;
    check_together(options);
    return options;
}

}  // namespace fabricmap::viewer
