// SPDX-License-Identifier: Apache-2.0
#include "rules/program/options.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "netcdf_schema/version.hpp"
#include "rules/language/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::rules {
namespace {

/// What was given, and the name before it.
struct NamedInput {
    std::string name;
    std::string input;
};

/// What stands before "=" is the name where it could be one of a rule: "earlier=may/run", but not
/// "synthetic:fabric fat-tree hosts=8 leaf=4".
NamedInput read_input(const std::string& word, std::string_view option, std::string_view kind) {
    const std::size_t end = word.find('=');
    const bool has_name = end != std::string::npos && end > 0 && length_of_name(word) == end;
    NamedInput read{has_name ? word.substr(0, end) : "", has_name ? word.substr(end + 1) : word};
    if (read.input.empty()) throw UsageError(fmt::format("{} {}: name a {} after '='", option, word, kind));
    return read;
}

MapOption read_map(const std::string& word) {
    const NamedInput read = read_input(word, "--map", "run");
    return {read.name == "map" ? "" : read.name, read.input};
}

void add_trace(const std::string& word, TraceOptions& to) {
    const NamedInput read = read_input(word, "--trace", "trace");
    const bool is_second = std::any_of(to.compared.begin(), to.compared.end(),
                                       [&](const auto& other) { return other.name == read.name; });
    if (is_second || (read.name.empty() && to.judged)) {
        throw UsageError(
            fmt::format("--trace {}: a second trace {}; name one that is compared with: --trace "
                        "earlier=TRACE",
                        word, is_second ? "of this name" : "to be judged"));
    }
    if (read.name == "map")
        throw UsageError(fmt::format("--trace {}: 'map' is the name of maps; choose another", word));
    if (read.name.empty()) {
        to.judged = read.input;
    } else {
        to.compared.push_back({read.name, read.input});
    }
}

/// A trace that nothing is compared with says nothing.
void require_judged(const TraceOptions& traces) {
    if (traces.judged || traces.compared.empty()) return;
    const ComparedTraceOption& first = traces.compared.front();
    throw UsageError(
        fmt::format("--trace {}={}: give the trace, too, that is compared with it: --trace TRACE", first.name,
                    first.path.string()));
}

void require_input(const CheckOptions& options) {
    require_judged(options.traces);
    if (!options.traces.judged && options.maps.empty()) {
        throw UsageError(fmt::format(
            "check: {}give what to look at: --trace TRACE, --map RUN, or both",
            options.choice.files.empty()
                ? ""
                : fmt::format("{} is taken for a file of rules; ", options.choice.files.front())));
    }
}

double read_fail_above(const std::string& word) {
    const auto fraction = read_share(word);
    if (fraction && *fraction >= 0 && *fraction <= 1) return *fraction;
    throw UsageError(fmt::format("--fail-above {}: give a percentage from 0% to 100%", word));
}

constexpr std::array count_words{OptionWord{"bindings", false}, OptionWord{"pairs", true}};

/// Options that several commands have.
template <typename CommandOptions>
constexpr OptionRow<CommandOptions> map_row{
    .names = "--map",
    .value = "[NAME=]RUN",
    .what =
        "Run of network_test, for rules over maps; can be repeated: modes of one machine, or "
        "with NAME= for rules that say 'in NAME'",
    .read = [](const std::string& word, CommandOptions& to) { to.maps.push_back(read_map(word)); },
    .is_repeated = true};

template <typename CommandOptions>
constexpr OptionRow<CommandOptions> trace_row(const char* what) {
    return {.names = "--trace",
            .value = "[NAME=]TRACE",
            .what = what,
            .read = [](const std::string& word, CommandOptions& to) { add_trace(word, to.traces); },
            .is_repeated = true};
}

template <typename CommandOptions>
constexpr OptionRow<CommandOptions> count_row(const char* what) {
    return OptionRow<CommandOptions>{"--count", "bindings|pairs [bindings]", what,
                                     [](const std::string& word, CommandOptions& to) {
                                         to.counts_pairs = read_choice(word, "--count", count_words);
                                     }}
        .completed_by(words_of_choices<count_words>);
}

RuleChoice& choice_of(CheckOptions& options) {
    return options.choice;
}
RuleChoice& choice_of(RuleChoice& choice) {
    return choice;
}

template <typename CommandOptions>
constexpr OptionRow<CommandOptions> only_row{
    .names = "--only",
    .value = "NAME",
    .what = "Take this rule alone; can be repeated",
    .read = [](const std::string& word, CommandOptions& to) { choice_of(to).only.push_back(word); },
    .is_repeated = true};
template <typename CommandOptions>
constexpr OptionRow<CommandOptions> skip_row{
    .names = "--skip",
    .value = "NAME",
    .what = "Leave this rule out; can be repeated",
    .read = [](const std::string& word, CommandOptions& to) { choice_of(to).skip.push_back(word); },
    .is_repeated = true};

using CheckRow = OptionRow<CheckOptions>;
constexpr std::array check_rows{
    trace_row<CheckOptions>("Folder that network_trace record wrote, archive of OTF2, or trace as text; with "
                            "NAME= one of another "
                            "run, for rules that say 'in NAME'"),
    map_row<CheckOptions>,
    CheckRow{"--collectives", "RUN[,RUN...]",
             "Runs of collective_test, of three jobs or more: which algorithm would have been faster for the "
             "trace's operations",
             [](const std::string& word, CheckOptions& to) { to.collectives = word; }},
    CheckRow{"--fail-above", "PERCENT [2%]",
             "Exit code 4 where a problem takes more than this of the processes' time, or has in a map a "
             "severity above it",
             [](const std::string& word, CheckOptions& to) { to.fail_above = read_fail_above(word); }},
    CheckRow{"--problems", "COUNT [all]", "Print so many problems, the costliest first",
             [](const std::string& word, CheckOptions& to) {
                 to.max_problems = static_cast<std::size_t>(read_count(word, "--problems", 1, "problems"));
             }},
    count_row<CheckOptions>(
        "bindings: each wait once; pairs: once for each combination of records that shows it"),
    CheckRow{"--json", "FILE", "Write the report as JSON; - is stdout", keep_word<&CheckOptions::json>},
    CheckRow{"--html", "FILE", "Write the report as a page that needs no network",
             keep_word<&CheckOptions::html>},
    CheckRow{"--force", nullptr,
             "Evaluate rules that take more than 10^9 tests, or whose severity is beyond the run, too",
             nullptr, &CheckOptions::is_forced},
    CheckRow{"--overwrite", nullptr, "Replace existing files", nullptr, &CheckOptions::overwrite},
    CheckRow{"--quiet", nullptr, "Print only the RESULT line", nullptr, &CheckOptions::is_quiet},
    only_row<CheckOptions>,
    skip_row<CheckOptions>,
};
constexpr std::array list_rows{only_row<RuleChoice>, skip_row<RuleChoice>};
constexpr std::array explain_rows{
    trace_row<ExplainOptions>("Plan for this trace; with NAME= one of another run"),
    map_row<ExplainOptions>,
    count_row<ExplainOptions>("Plan for each wait once, or for all combinations of records"),
};

constexpr std::string_view rules_text = "Files of rules; without any those that are installed";

constexpr const char* footer_of_rules =
    "network_rules COMMAND --help prints the options of a command. The language of the rules is in "
    "fabricmap-rules(5).\n\n"
    "Exit codes: 0 fine, 1 failed while running, or a rule took too many tests, 2 usage, 3 a file cannot be "
    "read or written, 4 a problem takes more than --fail-above, 5 undecided, as calls are missing, 130 "
    "interrupted.\n";

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    CheckOptions check;
    RuleChoice list;
    ExplainOptions explain;
    OptionTable check_table(check_rows, check);
    OptionTable list_table(list_rows, list);
    OptionTable explain_table(explain_rows, explain);
    Command app(
        "Finds performance problems in traces of MPI programs and in measured maps by rules, and says "
        "where,\n"
        "who waits for whom, and what to do.\n"
        "  network_rules check --trace solver_trace\n"
        "  network_rules check --trace solver_trace --trace earlier=solver_trace_of_may\n"
        "  network_rules check --map today --map earlier=last_month\n"
        "  network_rules check --trace solver_trace --map today\n"
        "  network_rules check site.mpr --trace solver_trace --fail-above 5%\n"
        "  network_rules explain \"wrong order\" --trace solver_trace",
        "network_rules");
    app.require_subcommand();
    Command to_check =
        app.add_subcommand("check", "Look for the problems of the rules in a trace, in maps, or both");
    to_check.add_option("RULES", check.choice.files, rules_text);
    check_table.declare(to_check);
    to_check.add_help();
    Command to_list = app.add_subcommand("list", "List the rules");
    to_list.add_option("RULES", list.files, rules_text);
    list_table.declare(to_list);
    to_list.add_help();
    Command to_explain = app.add_subcommand("explain", "Print what a rule looks for, and how");
    to_explain.add_option("RULE", explain.rule, "Name of the rule").required();
    to_explain.add_option("RULES", explain.choice.files, rules_text);
    explain_table.declare(to_explain);
    to_explain.add_help();
    app.add_help();
    app.add_version(version_text("network_rules"));
    app.set_footer(footer_of_rules);
    Options options;
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;
    const std::string chosen = app.chosen_subcommand();
    if (chosen == "check") {
        check_table.read();
        require_input(check);
        options.check = std::move(check);
    }
    if (chosen == "list") {
        list_table.read();
        options.list = std::move(list);
    }
    if (chosen == "explain") {
        explain_table.read();
        require_judged(explain.traces);
        options.explain = std::move(explain);
    }
    return options;
}

}  // namespace fabricmap::rules
