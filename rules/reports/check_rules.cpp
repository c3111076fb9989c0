// SPDX-License-Identifier: Apache-2.0
#include "rules/evaluation/test_budget.hpp"
#include "rules/reports/map_findings.hpp"
#include "rules/reports/places.hpp"
#include "rules/reports/report.hpp"
#include "tracing/model/field_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace fabricmap::rules {
namespace {

using tracing::RecordType;

double run_number(Records& records, std::string_view name) {
    constexpr auto run = static_cast<TypeIndex>(RecordType::program);
    const double value = records.run_value(run, find_record_field(run, name).value_or(0));
    return std::isnan(value) ? 0 : value;
}

std::string missing_map(const std::string& name) {
    return name.empty() ? "no map was given (--map RUN)"
                        : fmt::format("no map named '{0}' was given (--map {0}=RUN)", name);
}

/// An archive of OTF2 holds messages and operations, and what it has no event for is not there.
std::string missing_call_sites(const Rule& rule, Records& records) {
    constexpr auto call_site = static_cast<TypeIndex>(RecordType::call_site);
    for (const auto& [type, input] : records_needed(rule)) {
        if (type != call_site || records.size(call_site, input) > 0) continue;
        return fmt::format("the trace{}{} has no call sites: give the folder that network_trace record wrote",
                           input.empty() ? "" : " ", input);
    }
    return {};
}

/// What a rule needs and is not there; empty where all is.
std::string missing_data(const Rule& rule, Records& records, bool has_trace) {
    for (const std::string& map : maps_needed(rule)) {
        if (!records.has_map(map)) return missing_map(map);
    }
    if (needs_trace(rule) && !has_trace) return "no trace was given (--trace TRACE)";
    for (const std::string& name : traces_compared(rule)) {
        if (!records.has_compared_trace(name))
            return fmt::format("no trace named '{0}' was given (--trace {0}=TRACE)", name);
    }
    return missing_call_sites(rule, records);
}

/// An operation that ranks carry out while they wait for a processor says nothing of itself.
std::string advice_on(const Rule& rule, const Report& report) {
    if (!is_of_operation_itself(rule) || report.ranks_per_processor <= 1) return rule.advice;
    return "ranks share processors, and wait for each other within the operation: start one on each "
           "processor";
}

RuleReport check_rule(const Rule& rule, Records& records, const Report& report,
                      const CheckSettings& settings) {
    RuleReport result;
    result.rule = &rule;
    result.advice = advice_on(rule, report);
    result.is_of_maps = !needs_trace(rule);
    result.not_judged = missing_data(rule, records, !report.trace.empty());
    if (!result.not_judged.empty()) return result;
    try {
        result.outcome = evaluate(rule, records, settings.evaluation);
    } catch (const RefusedPlan& refusal) {
        result.is_refused = true;
        result.not_judged = refusal.what();
        return result;
    }
    if (result.is_of_maps) {
        result.fraction = result.outcome.severity;
        result.findings = find_in_maps(result.outcome, records);
        return result;
    }
    result.fraction = report.fraction_of(result.outcome.seconds);
    GroupedPlaces grouped = group_places(result.outcome, records, report.communication_seconds);
    result.places = std::move(grouped.groups);
    result.waits = std::move(grouped.waits);
    result.direct_seconds = result.outcome.seconds;
    return result;
}

std::vector<MapLabel> labels_of(const std::vector<NamedMap>& maps) {
    std::vector<MapLabel> labels;
    for (const NamedMap& map : maps) {
        labels.push_back({map.name, {}});
        for (const Run& run : map.runs) labels.back().runs.push_back(run.label());
    }
    return labels;
}

/// What others count of a rule's time.
void add_shared(std::vector<RuleReport>& rules) {
    constexpr double smallest_fraction = 0.01;
    for (RuleReport& one : rules) {
        for (const RuleReport& other : rules) {
            if (&one == &other || one.outcome.united_waits.empty()) continue;
            const double common = common_seconds(one.outcome.united_waits, other.outcome.united_waits);
            const double fraction = common / one.outcome.seconds;
            if (fraction > smallest_fraction) one.shared.push_back({other.rule->name, fraction});
        }
    }
}

void add_totals(Report& report) {
    std::vector<Wait> all;
    double without_times = 0;
    for (const RuleReport& rule : report.rules) {
        all.insert(all.end(), rule.outcome.united_waits.begin(), rule.outcome.united_waits.end());
        report.unknown += rule.outcome.unknown;
        report.looked_for += rule.not_judged.empty() || rule.is_refused ? 1U : 0U;
        report.problems += is_problem(rule) ? 1U : 0U;
        report.above += is_problem(rule) && rule.fraction > report.fail_above ? 1U : 0U;
        // When that is lost is not known, so how much others count of it is not either.
        if (rule.rule->severity && !rule.is_of_maps)
            without_times = std::max(without_times, rule.outcome.seconds);
    }
    report.seconds = std::max(seconds_of(united(std::move(all))), without_times);
    report.fraction = report.fraction_of(report.seconds);
}

std::vector<std::span<const PlacedWait>> waits_of(const std::vector<RuleReport>& rules) {
    std::vector<std::span<const PlacedWait>> all;
    all.reserve(rules.size());
    for (const RuleReport& rule : rules) all.emplace_back(rule.waits);
    return all;
}

std::vector<PlacedWait> unseen_waits(const std::vector<tracing::UnseenPartner>& unseen) {
    std::vector<PlacedWait> waits;
    waits.reserve(unseen.size());
    for (const tracing::UnseenPartner& one : unseen) {
        waits.push_back({.rank = static_cast<double>(one.rank),
                         .from = one.start,
                         .to = one.finish,
                         .place = one.place == tracing::no_string ? unknown : static_cast<double>(one.place),
                         .other = static_cast<double>(one.partner)});
    }
    return waits;
}

/// Of waits that overlap within a rule, and of such with a severity, only a part is direct.
void add_causes(const CheckedData& data, Records& records, Report& report) {
    RootCauses found =
        root_causes(data.trace, records, waits_of(report.rules), unseen_waits(data.unseen_partners));
    report.causes = std::move(found.causes);
    for (std::size_t number = 0; number < report.rules.size(); ++number) {
        RuleReport& rule = report.rules[number];
        double all = 0;
        for (const PlacedWait& wait : rule.waits) all += wait.to - wait.from;
        if (!(all > 0)) continue;
        rule.direct_seconds = rule.outcome.seconds * found.direct_seconds[number] / all;
        rule.unseen_fraction = found.unseen_seconds[number] / all;
    }
}

void add_times(const tracing::Trace& trace, Records& records, Report& report) {
    report.times = time_table(trace, records, waits_of(report.rules));
    report.unexplained_seconds = report.times.unexplained_seconds();
    report.unexplained_fraction = report.fraction_of(report.unexplained_seconds);
    // It may be that of waits for ranks whose calls are missing.
    if (report.is_unexplained_above() && !report.hides_partners()) {
        ++report.problems;
        ++report.above;
    }
}

/// Most seconds first that begin with the rank which is waited for, rather than with another that it waited
/// for itself. Of two that count the same time the one that says more about it stands first: it looks at more
/// records.
void rank(std::vector<RuleReport>& rules) {
    constexpr double nearly_all = 0.99;
    const auto key = [](const RuleReport& rule) {
        return std::tuple(rule.is_of_maps ? rule.fraction : 0, rule.direct_seconds, rule.outcome.seconds);
    };
    std::stable_sort(rules.begin(), rules.end(),
                     [&](const RuleReport& a, const RuleReport& b) { return key(a) > key(b); });
    for (std::size_t number = 1; number < rules.size(); ++number) {
        for (std::size_t at = number; at > 0; --at) {
            RuleReport& before = rules[at - 1];
            const auto same =
                std::find_if(before.shared.begin(), before.shared.end(), [&](const SharedTime& shared) {
                    return shared.rule == rules[at].rule->name && shared.fraction > nearly_all;
                });
            if (same == before.shared.end() ||
                before.rule->variables.size() >= rules[at].rule->variables.size())
                break;
            std::swap(before, rules[at]);
        }
    }
}

}  // namespace

bool is_problem(const RuleReport& report) noexcept {
    return report.outcome.severity > 0;
}

Report check_rules(const std::vector<Rule>& rules, CheckedData data, const CheckSettings& settings) {
    Report report;
    report.trace = data.trace_path;
    report.maps = labels_of(data.maps);
    report.fail_above = settings.fail_above;
    report.incomplete_ranks = data.incomplete_ranks;
    report.exit_code = data.exit_code;
    Records records(data.trace, std::move(data.maps), std::move(data.compared_traces));
    report.processes = data.trace[RecordType::process].size();
    report.process_seconds = records.process_seconds();
    report.communication_seconds = run_number(records, "total_communication_time");
    report.ranks_per_processor = run_number(records, "ranks_per_processor");
    report.clock_error = run_number(records, "clock_error");
    constexpr auto program = RecordType::program;
    const tracing::RecordTable& run = data.trace[program];
    constexpr tracing::FieldIndex complete = tracing::field(program, "complete");
    report.is_partial = run.size() > 0 && run.has(complete, 0) && run.number(complete, 0) == 0;
    for (const tracing::RecordInfo& info : tracing::record_types()) {
        if (info.is_operation) report.operations += data.trace[info.type].size();
    }
    for (const Rule& rule : rules) report.rules.push_back(check_rule(rule, records, report, settings));
    add_shared(report.rules);
    add_totals(report);
    add_causes(data, records, report);
    rank(report.rules);
    if (settings.has_all_rules) add_times(data.trace, records, report);
    return report;
}

}  // namespace fabricmap::rules
