// SPDX-License-Identifier: Apache-2.0
#include "rules/program/options.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "command_line/program.hpp"
#include "netcdf_schema/version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fabricmap::rules {
namespace {

/// The words as they were typed.
struct TypedWords {
    std::string fail_above = "2%";
    std::string count = "bindings";
    std::string json;
    std::string trace;
};

double read_fail_above(const std::string& word) {
    const auto fraction = read_share(word);
    if (fraction && *fraction >= 0 && *fraction <= 1) return *fraction;
    throw UsageError(fmt::format("--fail-above {}: give a percentage from 0% to 100%", word));
}

bool read_count_option(const std::string& word) {
    if (word == "pairs" || word == "bindings") return word == "pairs";
    throw UsageError(fmt::format("--count {}: give bindings or pairs", word));
}

void declare_choice(CLI::App* command, RuleChoice& choice) {
    command->add_option("--only", choice.only, "Take this rule alone; can be repeated")
        ->option_text("NAME")
        ->expected(1)
        ->take_all();
    command->add_option("--skip", choice.skip, "Leave this rule out; can be repeated")
        ->option_text("NAME")
        ->expected(1)
        ->take_all();
    command->set_help_flag("-h,--help", "Print this help");
}

CLI::App* declare_check(CLI::App& app, TypedWords& words, CheckOptions& options) {
    auto* const check = app.add_subcommand("check", "Look for the problems of the rules in a trace");
    check->add_option("RULES", options.choice.files, "Files of rules; without any those that are installed");
    check->add_option("--trace", words.trace, "Folder that network_trace record wrote, or a trace as text")
        ->option_text("TRACE")
        ->required();
    check
        ->add_option("--fail-above", words.fail_above,
                     "Exit code 4 where a problem takes more than this of the processes' time")
        ->option_text("PERCENT [2%]");
    check
        ->add_option("--count", words.count,
                     "bindings: each wait once; pairs: once for each combination of records that shows it")
        ->option_text("bindings|pairs [bindings]");
    check->add_option("--json", words.json, "Write the report as JSON; - is stdout")->option_text("FILE");
    check->add_flag("--force", options.is_forced, "Evaluate rules that take more than 10^9 tests, too");
    check->add_flag("--quiet", options.is_quiet, "Print only the RESULT line");
    declare_choice(check, options.choice);
    return check;
}

CLI::App* declare_explain(CLI::App& app, TypedWords& words, ExplainOptions& options) {
    auto* const explain = app.add_subcommand("explain", "Print what a rule looks for, and how");
    explain->add_option("RULE", options.rule, "Name of the rule")->required();
    explain->add_option("RULES", options.choice.files,
                        "Files of rules; without any those that are installed");
    explain->add_option("--trace", words.trace, "Plan for this trace")->option_text("TRACE");
    explain->add_option("--count", words.count, "Plan for each wait once, or for all combinations of records")
        ->option_text("bindings|pairs [bindings]");
    explain->set_help_flag("-h,--help", "Print this help");
    return explain;
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    TypedWords typed;
    CheckOptions check;
    RuleChoice list;
    ExplainOptions explain;
    CLI::App app(
        "Finds performance problems in traces of MPI programs by rules, and says where, who waits for whom,\n"
        "and what to do.\n"
        "  network_rules check --trace solver_trace\n"
        "  network_rules check site.mpr --trace solver_trace --fail-above 5%\n"
        "  network_rules explain \"wrong order\" --trace solver_trace",
        "network_rules");
    app.require_subcommand(1);
    const auto* const checks = declare_check(app, typed, check);
    auto* const lists = app.add_subcommand("list", "List the rules");
    lists->add_option("RULES", list.files, "Files of rules; without any those that are installed");
    declare_choice(lists, list);
    const auto* const explains = declare_explain(app, typed, explain);
    app.set_help_flag("-h,--help", "Print this help");
    app.set_version_flag("--version", version_text("network_rules"), "Print the versions");
    app.footer(
        "network_rules COMMAND --help prints the options of a command. The language of the rules is in "
        "fabricmap-rules(5).\n\n"
        "Exit codes: 0 fine, 1 failed while running, or a rule took too many tests, 2 usage, 3 a file cannot "
        "be "
        "read or written, 4 a problem takes more than --fail-above, 130 interrupted.\n");
    Options options;
    options.answer = parse_words(app, words);
    if (!options.answer.empty()) return options;
    if (app.got_subcommand(checks)) {
        check.trace = typed.trace;
        check.fail_above = read_fail_above(typed.fail_above);
        check.counts_pairs = read_count_option(typed.count);
        if (!typed.json.empty()) check.json = typed.json;
        options.check = check;
    }
    if (app.got_subcommand(lists)) options.list = list;
    if (app.got_subcommand(explains)) {
        explain.counts_pairs = read_count_option(typed.count);
        if (!typed.trace.empty()) explain.trace = typed.trace;
        options.explain = explain;
    }
    return options;
}

}  // namespace fabricmap::rules
