// SPDX-License-Identifier: Apache-2.0
#include "base/installed.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "site/commands/commands.hpp"
#include "site/commands/store_options.hpp"
#include "site/launch/child.hpp"
#include "site/launch/passing_folder.hpp"
#include "site/store/site_map.hpp"
#include "site/store/store_folder.hpp"

#include <fmt/format.h>

#include <ctime>
#include <optional>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::hours max_for_a_map{2};

struct MapOptions {
    std::string output;
    std::string html;
    bool overwrite = false;
    fs::path store;
};

/// Nothing where the words ask for help, which is printed.
std::optional<MapOptions> parse_map_words(const std::vector<std::string>& words) {
    MapOptions options;
    Command app(
        "Puts together what the checks have measured, also of parts of the site, and says what is slow on "
        "it.\n"
        "  fabricmap map -o site",
        "fabricmap map");
    app.add_option("-o,--output", options.output, "Keep the map as a run of this prefix, for all programs")
        .option_text("PREFIX");
    app.add_flag("--overwrite", options.overwrite, "Replace a run of that prefix");
    app.add_option("--html", options.html, "Write a page, as network_diagnose does").option_text("FILE");
    add_store_option(app, options.store);
    app.set_footer(
        "Exit codes: 0 healthy, 4 faults, 5 undecided, 1 failed while running, 2 usage, 3 a file cannot be "
        "read or written.\n");
    if (is_answered(app, words)) return std::nullopt;
    return options;
}

SiteMap newest_map(const Store& store) {
    SiteMap map = site_map_of(store.records(), std::time(nullptr));
    if (map.checks.empty()) {
        throw UsageError(fmt::format("{}: no check is younger than 28 days; make one with fabricmap check",
                                     store.folder().string()));
    }
    return map;
}

int run_sibling(const std::string& program, std::vector<std::string> words) {
    words.insert(words.begin(), sibling_program(program).string());
    return Child(words, Child::Output::kept).wait(max_for_a_map);
}

void merge(const SiteMap& map, const Store& store, const std::string& prefix, bool overwrite) {
    std::vector<std::string> words = map.jobs(store);
    words.insert(words.begin(), "merge");
    words.insert(words.end(), {"-o", prefix});
    if (overwrite) words.emplace_back("--overwrite");
    const int code = run_sibling("network_convert", std::move(words));
    if (code != 0) throw_ended("network_convert", code);
}

void remark_on(const SiteMap& map) {
    if (map.measured_otherwise > 0) {
        remark(fmt::format(
            "fabricmap: {} measured otherwise than {} (mode, lengths, ranks on a host or MPI "
            "library): left out\n",
            counted(static_cast<std::int64_t>(map.measured_otherwise), "check"), map.checks.back().id));
    }
    if (map.too_old > 0) {
        remark(fmt::format("fabricmap: {} older than 28 days: left out\n",
                           counted(static_cast<std::int64_t>(map.too_old), "check")));
    }
}

}  // namespace

ExitCode show_map(const std::vector<std::string>& words) {
    const auto options = parse_map_words(words);
    if (!options) return ExitCode::success;
    const Store store(store_to_read(options->store));
    const SiteMap map = newest_map(store);
    remark_on(map);
    catch_signals_for_children();
    const PassingFolder folder;
    const std::string prefix =
        options->output.empty() ? (folder.path() / "site").string() : read_prefix(options->output).string();
    merge(map, store, prefix, options->overwrite);
    std::vector<std::string> diagnose{prefix};
    if (!options->html.empty()) diagnose.insert(diagnose.end(), {"--html", options->html});
    return static_cast<ExitCode>(run_sibling("network_diagnose", std::move(diagnose)));
}

}  // namespace fabricmap::site
