// SPDX-License-Identifier: Apache-2.0
#include "rules/program/options.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "netcdf_schema/version.hpp"
#include "rules/language/words.hpp"

#include <fmt/format.h>

namespace fabricmap::rules {
namespace {

/// The words as they were typed.
struct TypedWords {
    std::string fail_above = "2%";
    std::string count = "bindings";
    std::string json;
    std::string html;
    std::string trace;
    std::vector<std::string> maps;
};

/// What stands before "=" is the name where it could be one of a rule: "earlier=may/run", but not
/// "synthetic:fabric fat-tree hosts=8 leaf=4".
std::vector<MapOption> read_maps(const std::vector<std::string>& words) {
    std::vector<MapOption> maps;
    for (const std::string& word : words) {
        const std::size_t end = word.find('=');
        const bool has_name = end != std::string::npos && end > 0 && length_of_name(word) == end;
        maps.push_back(has_name ? MapOption{word.substr(0, end), word.substr(end + 1)} : MapOption{"", word});
        if (maps.back().run.empty()) throw UsageError(fmt::format("--map {}: name a run after '='", word));
        if (maps.back().name == "map") maps.back().name.clear();
    }
    return maps;
}

void declare_maps(Command& command, TypedWords& words) {
    command
        .add_option("--map", words.maps,
                    "Run of network_test, for rules over maps; can be repeated: modes of one machine, or "
                    "with NAME= for rules that say 'in NAME'")
        .option_text("[NAME=]RUN");
}

double read_fail_above(const std::string& word) {
    const auto fraction = read_share(word);
    if (fraction && *fraction >= 0 && *fraction <= 1) return *fraction;
    throw UsageError(fmt::format("--fail-above {}: give a percentage from 0% to 100%", word));
}

bool read_count_option(const std::string& word) {
    if (word == "pairs" || word == "bindings") return word == "pairs";
    throw UsageError(fmt::format("--count {}: give bindings or pairs", word));
}

void declare_choice(Command& command, RuleChoice& choice) {
    command.add_option("--only", choice.only, "Take this rule alone; can be repeated").option_text("NAME");
    command.add_option("--skip", choice.skip, "Leave this rule out; can be repeated").option_text("NAME");
    command.add_help();
}

void declare_check(Command& app, TypedWords& words, CheckOptions& options) {
    Command check =
        app.add_subcommand("check", "Look for the problems of the rules in a trace, in maps, or both");
    check.add_option("RULES", options.choice.files, "Files of rules; without any those that are installed");
    check
        .add_option("--trace", words.trace,
                    "Folder that network_trace record wrote, archive of OTF2, or trace as text")
        .option_text("TRACE");
    declare_maps(check, words);
    check
        .add_option(
            "--fail-above", words.fail_above,
            "Exit code 4 where a problem takes more than this of the processes' time, or has in a map a "
            "severity above it")
        .option_text("PERCENT [2%]");
    check
        .add_option("--count", words.count,
                    "bindings: each wait once; pairs: once for each combination of records that shows it")
        .option_text("bindings|pairs [bindings]");
    check.add_option("--json", words.json, "Write the report as JSON; - is stdout").option_text("FILE");
    check.add_option("--html", words.html, "Write the report as a page that needs no network")
        .option_text("FILE");
    check.add_flag("--force", options.is_forced, "Evaluate rules that take more than 10^9 tests, too");
    check.add_flag("--quiet", options.is_quiet, "Print only the RESULT line");
    declare_choice(check, options.choice);
}

void declare_explain(Command& app, TypedWords& words, ExplainOptions& options) {
    Command explain = app.add_subcommand("explain", "Print what a rule looks for, and how");
    explain.add_option("RULE", options.rule, "Name of the rule").required();
    explain.add_option("RULES", options.choice.files, "Files of rules; without any those that are installed");
    explain.add_option("--trace", words.trace, "Plan for this trace").option_text("TRACE");
    declare_maps(explain, words);
    explain.add_option("--count", words.count, "Plan for each wait once, or for all combinations of records")
        .option_text("bindings|pairs [bindings]");
    explain.add_help();
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    TypedWords typed;
    CheckOptions check;
    RuleChoice list;
    ExplainOptions explain;
    Command app(
        "Finds performance problems in traces of MPI programs and in measured maps by rules, and says "
        "where,\n"
        "who waits for whom, and what to do.\n"
        "  network_rules check --trace solver_trace\n"
        "  network_rules check --map today --map earlier=last_month\n"
        "  network_rules check --trace solver_trace --map today\n"
        "  network_rules check site.mpr --trace solver_trace --fail-above 5%\n"
        "  network_rules explain \"wrong order\" --trace solver_trace",
        "network_rules");
    app.require_subcommand();
    declare_check(app, typed, check);
    Command lists = app.add_subcommand("list", "List the rules");
    lists.add_option("RULES", list.files, "Files of rules; without any those that are installed");
    declare_choice(lists, list);
    declare_explain(app, typed, explain);
    app.add_help();
    app.add_version(version_text("network_rules"));
    app.set_footer(
        "network_rules COMMAND --help prints the options of a command. The language of the rules is in "
        "fabricmap-rules(5).\n\n"
        "Exit codes: 0 fine, 1 failed while running, or a rule took too many tests, 2 usage, 3 a file cannot "
        "be "
        "read or written, 4 a problem takes more than --fail-above, 130 interrupted.\n");
    Options options;
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;
    const std::string chosen = app.chosen_subcommand();
    if (chosen == "check") {
        if (!typed.trace.empty()) check.trace = typed.trace;
        check.maps = read_maps(typed.maps);
        if (!check.trace && check.maps.empty())
            throw UsageError("check: give what to look at: --trace TRACE, --map RUN, or both");
        check.fail_above = read_fail_above(typed.fail_above);
        check.counts_pairs = read_count_option(typed.count);
        if (!typed.json.empty()) check.json = typed.json;
        if (!typed.html.empty()) check.html = typed.html;
        options.check = check;
    }
    if (chosen == "list") options.list = list;
    if (chosen == "explain") {
        explain.counts_pairs = read_count_option(typed.count);
        if (!typed.trace.empty()) explain.trace = typed.trace;
        explain.maps = read_maps(typed.maps);
        options.explain = explain;
    }
    return options;
}

}  // namespace fabricmap::rules
