// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "rules/evaluation/conditions.hpp"
#include "rules/evaluation/evaluate.hpp"
#include "rules/program/commands.hpp"
#include "tracing/formats/open_trace.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::rules {
namespace {

std::string needs_text(const Rule& rule) {
    if (!traces_compared(rule).empty()) return "two traces";
    if (maps_needed(rule).empty() && !calls_expected(rule)) return "trace";
    return needs_trace(rule) ? "trace, map" : "map";
}

std::vector<std::string> names_of(const Rule& rule) {
    std::vector<std::string> names;
    for (const RuleVariable& variable : rule.variables) names.push_back(variable.name);
    return names;
}

std::string result_text(const Rule& rule, const std::vector<std::string>& names) {
    std::string text;
    if (!rule.groups.empty()) {
        std::vector<std::string> groups;
        for (const ExpressionPointer& group : rule.groups) groups.push_back(text_of(*group, names));
        text += fmt::format("Groups: by {}\n", joined_by(groups, ", "));
    }
    if (rule.having) text += fmt::format("Only groups with: {}\n", text_of(*rule.having, names));
    if (rule.severity) text += fmt::format("Severity: {}\n", text_of(*rule.severity, names));
    for (const Lost& lost : rule.losts) {
        text += fmt::format("Lost: on rank {} from {} to {}\n", text_of(*lost.process, names),
                            text_of(*lost.from, names), text_of(*lost.to, names));
    }
    return text;
}

std::string plan_text(const Rule& rule, const ExplainOptions& options) {
    const tracing::Trace trace =
        options.traces.judged ? tracing::open_trace(*options.traces.judged).trace : tracing::Trace();
    Records records(trace, open_maps(options.maps), open_compared_traces(options.traces));
    std::vector<std::string> data;
    if (options.traces.judged) data.push_back(options.traces.judged->string());
    for (const ComparedTraceOption& compared : options.traces.compared)
        data.push_back(compared.path.string());
    for (const MapOption& map : options.maps) data.push_back(map.run);
    std::string text = data.empty() ? "Plan, as far as it does not depend on data (--trace, --map):\n"
                                    : fmt::format("Plan for {}:\n", joined_by(data, ", "));
    for (const std::string& line : describe_plan(rule, records, options.counts_pairs))
        text += "  " + line + "\n";
    return text;
}

}  // namespace

std::string list_text(const RuleChoice& choice) {
    const std::vector<Rule> rules = chosen_rules(choice);
    std::size_t width = 0;
    for (const Rule& rule : rules) width = std::max(width, rule.name.size());
    std::string text;
    for (const Rule& rule : rules) {
        text += fmt::format("{:<{}}  {:<10}  {}\n", rule.name, width, needs_text(rule), rule.description);
    }
    return text;
}

std::string explain_text(const ExplainOptions& options) {
    RuleChoice choice = options.choice;
    choice.only = {options.rule};
    const Rule rule = chosen_rules(choice).at(0);
    const std::vector<std::string> names = names_of(rule);
    std::string text =
        fmt::format("{}: {}\n{}:{}\n", rule.name, rule.description, rule.path.string(), rule.place.line);
    for (const RuleVariable& variable : rule.variables) {
        text += fmt::format("Finds: {}, of {}{}{}\n", variable.name, record_schema()[variable.type].name,
                            variable.input.empty() ? "" : " in " + variable.input,
                            variable.is_existential ? "; one that fits is enough" : "");
    }
    for (const ExpressionPointer& condition : split_conjunction(rule.where)) {
        text += fmt::format("Where: {}\n", text_of(*condition, names));
    }
    text += result_text(rule, names) + plan_text(rule, options);
    if (!rule.advice.empty()) text += fmt::format("Advice: {}\n", rule.advice);
    return text;
}

}  // namespace fabricmap::rules
