// SPDX-License-Identifier: Apache-2.0
#include "viewer/program/options.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
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
    OptionWord{"matrix", ExportedView::matrix}, OptionWord{"row", ExportedView::row},
    OptionWord{"column", ExportedView::column}, OptionWord{"pair", ExportedView::pair},
    OptionWord{"compare", ExportedView::compare}};
constexpr std::array endpoint_names{OptionWord{"ranks", Endpoints::ranks},
                                    OptionWord{"hosts", Endpoints::hosts_median},
                                    OptionWord{"worst", Endpoints::hosts_worst}};
constexpr std::array order_names{OptionWord{"rank", Order::rank}, OptionWord{"host", Order::host},
                                 OptionWord{"topology", Order::topology},
                                 OptionWord{"cluster", Order::cluster}};
constexpr std::array scale_names{OptionWord{"linear", picture::Scale::linear},
                                 OptionWord{"log", picture::Scale::logarithmic}};
constexpr std::array palette_names{OptionWord{"grey", picture::Palette::grey},
                                   OptionWord{"viridis", picture::Palette::viridis},
                                   OptionWord{"cividis", picture::Palette::cividis}};

std::int64_t read_endpoint(std::string_view word, std::string_view option) {
    const auto number = read_number<std::int64_t>(word);
    if (number && *number >= 0) return *number;
    throw UsageError(fmt::format("{} {}: give the number of a rank, from 0", option, word));
}

void read_picture_size(const std::string& word, ExportOptions& options) {
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

void read_endpoints(const std::string& word, ExportOptions& options) {
    options.endpoints = read_choice(word, "--endpoints", endpoint_names);
}

using Row = OptionRow<ExportOptions>;

/// Of pictures alone.
constexpr std::array rows{
    Row{"--view", "VIEW [matrix]", "matrix, row, column, pair, or compare two runs",
        [](const std::string& word, ExportOptions& to) { to.view = read_choice(word, "--view", view_names); }}
        .completed_by(words_of_choices<view_names>),
    Row{"--sender", "RANK [0]", "Of the row and the pair",
        [](const std::string& word, ExportOptions& to) { to.sender = read_endpoint(word, "--sender"); }},
    Row{"--receiver", "RANK [1]", "Of the column and the pair",
        [](const std::string& word, ExportOptions& to) { to.receiver = read_endpoint(word, "--receiver"); }},
    Row{"--length", "SIZE",
        "Message length of the matrix; by default the middle one, of traffic the sum over all",
        [](const std::string& word, ExportOptions& to) { to.length_bytes = parse_size(word, "--length"); }},
    Row{"--statistic", "NAME",
        "min, average, median, max, deviation or count; by default the named file's own, else the median",
        [](const std::string& word, ExportOptions& to) { to.statistic = read_statistic(word); }}
        .completed_by(statistic_names),
    Row{"--endpoints", "WHO [ranks]", "ranks, hosts (medians of their ranks) or worst (their slowest ranks)",
        read_endpoints}
        .completed_by(words_of_choices<endpoint_names>),
    // Its name before, accepted for one more version.
    Row{.names = "--parties", .value = "WHO", .what = "", .read = read_endpoints, .is_hidden = true},
    Row{"--order", "ORDER [rank]", "By rank, host, topology or cluster",
        [](const std::string& word, ExportOptions& to) {
            to.order = read_choice(word, "--order", order_names);
        }}
        .completed_by(words_of_choices<order_names>),
    Row{"--scale", "SCALE", "linear or log; by default linear, and log for rows and columns",
        [](const std::string& word, ExportOptions& to) {
            to.scale = read_choice(word, "--scale", scale_names);
        }}
        .completed_by(words_of_choices<scale_names>),
    Row{"--palette", "NAME", "grey, viridis or cividis; by default grey, and two colours about 1",
        [](const std::string& word, ExportOptions& to) {
            to.palette = read_choice(word, "--palette", palette_names);
        }}
        .completed_by(words_of_choices<palette_names>),
    Row{"--size", "WxH [1280x960]", "Pixels of the picture", read_picture_size},
    Row{"--preset", "paper|slide|ticket",
        "Size of the picture and of its words, and how many findings it has; instead of --size",
        [](const std::string& word, ExportOptions& to) {
            to.preset = &read_line(word, "--preset", picture::presets);
        }}
        .completed_by([] { return names_in(picture::presets); }),
    Row{"--rates", nullptr, "GB/s instead of delays; without --length, of the longest", nullptr,
        &ExportOptions::rates},
    Row{"--expected", nullptr,
        "Times what such pairs take, by the classes of the diagnosis; without --length, where the first "
        "finding "
        "is largest",
        nullptr, &ExportOptions::expected},
    Row{"--bytes", nullptr, "Of traffic: bytes instead of messages", nullptr, &ExportOptions::counts_bytes},
    Row{"--overwrite", nullptr, "Replace an existing file", nullptr, &ExportOptions::overwrite},
};

void check_together(const Options& options) {
    const ExportOptions& exported = *options.exported;
    if (options.watch) throw UsageError("--watch: needs a window; remove --export");
    if (options.sources.empty()) throw UsageError("--export: name the run to draw");
    const bool compares = exported.view == ExportedView::compare;
    if (compares && options.sources.size() != 2) {
        throw UsageError("--view compare: name two runs, the one to look at and the one to compare it with");
    }
    if ((compares || exported.expected) && exported.scale == picture::Scale::linear) {
        throw UsageError("--scale linear: ratios are drawn on a logarithmic scale around 1; remove it");
    }
    if (exported.expected && (compares || exported.rates))
        throw UsageError("--expected: of delays alone; remove it, or --rates and --view compare");
    if (exported.expected && exported.statistic)
        throw UsageError("--statistic: --expected takes the statistic that is judged; remove it");
    if (compares && exported.rates) throw UsageError("--rates: a comparison is of delays; remove it");
    if (exported.rates && exported.statistic)
        throw UsageError("--statistic: --rates are those of the run's own statistic; remove it");
    if (!compares && options.sources.size() > 1) {
        throw UsageError(fmt::format("{}: --view {} draws one run; remove the others, or use --view compare",
                                     options.sources[1],
                                     view_names[static_cast<std::size_t>(exported.view)].word));
    }
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    Options options;
    ExportOptions exported;
    OptionTable table(rows, exported);
    Command app(
        "Shows what network_test measured: matrices, rows and pairs, the slower the darker.\n"
        "  network_viewer results/network\n"
        "  network_viewer results/today results/monday\n"
        "  network_viewer results/network --export rack.png --length 64K",
        "network_viewer");
    app.add_option(
           "RUN", options.sources,
           "What to show: the prefix of a run or any one of its files, an archive, a file of the older "
           "toolkit, or synthetic:SCENARIO; a second one to compare it with")
        .completed_by(synthetic_names);
    app.add_flag("--watch", options.watch, "Follow a run that is still measured");
    app.add_option("--export", exported.file,
                   fmt::format("Open no window: write a picture ({}) or its numbers ({})",
                               joined_by(picture_suffixes(), ", "), numbers_suffix))
        .option_text("FILE");
    table.declare(app, "--export");
    app.add_help();
    app.add_version(version_text("network_viewer", "Qt " QT_VERSION_STR));
    app.set_footer(
        "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written, 130 "
        "interrupted.\n");
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;
    if (!app.is_given("--export")) return options;
    static_cast<void>(holds_numbers(exported.file));
    table.read();
    options.exported = std::move(exported);
    check_together(options);
    if (options.exported->preset != nullptr && app.is_given("--size"))
        throw UsageError("--size: --preset has a size of its own; remove one of them");
    return options;
}

}  // namespace fabricmap::viewer
