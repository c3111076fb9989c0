// SPDX-License-Identifier: Apache-2.0
#include "base/installed.hpp"
#include "base/json_values.hpp"
#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "site/commands/commands.hpp"
#include "site/commands/store_options.hpp"
#include "site/launch/child.hpp"
#include "site/launch/launcher.hpp"
#include "site/launch/passing_folder.hpp"
#include "site/launch/replace_by.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::hours max_for_a_placement{4};

struct PlaceOptions {
    std::string trace;
    std::string prefix = "placed";
    std::string launcher;
    bool tries = false;
    std::vector<std::string> others;  ///< the run and what else network_place takes
};

/// Nothing where the words ask for help, which is printed.
std::optional<PlaceOptions> parse_place_words(const std::vector<std::string>& words) {
    PlaceOptions options;
    Command app(
        "Chooses a host for each rank of a program, from a map and a trace of the program, and prints the "
        "launcher's line.\n"
        "  fabricmap place RUN --app TRACE --try\n"
        "RUN is a run of network_test, or of fabricmap map -o. Other options are those of network_place, "
        "which "
        "takes the\nplace of this program where there is no --app.",
        "fabricmap place");
    app.add_option("--app", options.trace, "Folder that network_trace record or why wrote")
        .option_text("TRACE")
        .required();
    app.add_flag("--try", options.tries,
                 "Then send the program's messages by slot and as placed, and print the measured ratio");
    app.add_option("--launcher", options.launcher,
                   "Of --try, what starts the job by slot; {hosts} and {ranks} in it are replaced")
        .option_text("LINE [srun or mpirun]");
    app.add_option("-o,--output", options.prefix, "Prefix of the files for launchers")
        .option_text("PREFIX [placed]");
    app.allow_extras();
    app.add_help();
    app.set_footer(
        "Exit codes: 0 fine, 5 undecided: the trace has no messages between ranks, 1 failed while running, 2 "
        "usage,\n3 a file cannot be read or written, 130 interrupted.\n");
    if (is_answered(app, words)) return std::nullopt;
    options.others = app.extras();
    return options;
}

void run_or_throw(const std::vector<std::string>& words) {
    const int code = Child(words, Child::Output::kept).wait(max_for_a_placement);
    if (code != 0) throw_ended(fs::path(words.front()).filename().string(), code);
}

/// "a:2,b:2": the hosts that the placement by slot takes, in its order, each with the slots of the fullest.
std::string hosts_with_slots(const Json& placed) {
    std::int64_t slots = 1;
    for (const Json& rank : placed.at("ranks"))
        slots = std::max(slots, rank.at("slot").get<std::int64_t>() + 1);
    std::vector<std::string> hosts;
    for (const Json& host : placed.at("hosts"))
        hosts.push_back(fmt::format("{}:{}", host.get<std::string>(), slots));
    return joined_by(hosts, ",");
}

std::vector<std::string> trial_words(const PlaceOptions& options, const Json& placed,
                                     const fs::path& messages) {
    const std::string ranks = std::to_string(placed.at("ranks").size());
    std::vector<std::string> words;
    if (!options.launcher.empty()) {
        words = words_of_launcher(options.launcher, hosts_with_slots(placed), ranks);
    } else if (is_in_allocation()) {
        words = {"srun", "--mpi=pmix", "--ntasks=" + ranks, "--distribution=block"};
    } else {
        words = {"mpirun", "--host", hosts_with_slots(placed), "-np", ranks, "--map-by", "slot"};
    }
    words.insert(words.end(),
                 {sibling_program("network_place").string(), "--try", "--messages", messages.string(),
                  "--value", placed.at("files").at(0).at("file").get<std::string>()});
    return words;
}

Json placement_in(const fs::path& path) {
    std::ifstream file = open_regular_file(path);
    return Json::parse(file);
}

}  // namespace

ExitCode place_ranks(const std::vector<std::string>& words) {
    const auto is_ours = [](const std::string& word) {
        return word == "--app" || word.starts_with("--app=") || word == "--help" || word == "-h";
    };
    if (std::none_of(words.begin(), words.end(), is_ours))
        replace_by(sibling_program("network_place"), words);
    const auto options = parse_place_words(words);
    if (!options) return ExitCode::success;
    catch_signals_for_children();
    const PassingFolder folder;
    // Beside the files for launchers, as all hosts of a trial must see it.
    const std::string application = options->prefix + "_app";
    const fs::path messages = application + "_traffic.nc";
    std::vector<std::string> traffic{
        sibling_program("network_trace").string(), "traffic", options->trace, "-o", application, "--quiet"};
    const bool overwrites =
        std::find(options->others.begin(), options->others.end(), "--overwrite") != options->others.end();
    if (overwrites) traffic.emplace_back("--overwrite");
    const int code = Child(traffic, Child::Output::kept).wait(max_for_a_placement);
    // It has no messages, as it has said itself.
    if (code == static_cast<int>(ExitCode::undecided)) return ExitCode::undecided;
    if (code != 0) throw_ended("network_trace", code);
    const fs::path json = folder.path() / "placement.json";
    std::vector<std::string> place{sibling_program("network_place").string(),
                                   "--messages",
                                   messages.string(),
                                   "-o",
                                   options->prefix,
                                   "--json",
                                   json.string()};
    place.insert(place.end(), options->others.begin(), options->others.end());
    run_or_throw(place);
    if (!options->tries) return ExitCode::success;
    const Json placed = placement_in(json);
    if (!placed.at("is_gain").get<bool>()) {
        print_out("\nNothing to try: the placement by slot is as good as any that was found.\n");
        return ExitCode::success;
    }
    print_out("\n");
    run_or_throw(trial_words(*options, placed, messages));
    return ExitCode::success;
}

}  // namespace fabricmap::site
