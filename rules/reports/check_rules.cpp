// SPDX-License-Identifier: Apache-2.0
#include "rules/evaluation/test_budget.hpp"
#include "rules/reports/places.hpp"
#include "rules/reports/report.hpp"
#include "tracing/model/field_tables.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::rules {
namespace {

using tracing::RecordType;

double run_number(const Records& records, std::string_view name) {
    constexpr auto run = static_cast<TypeIndex>(RecordType::program);
    const double value = records.run_value(run, find_record_field(run, name).value_or(0));
    return std::isnan(value) ? 0 : value;
}

RuleReport check_rule(const Rule& rule, Records& records, const Report& report,
                      const CheckSettings& settings) {
    RuleReport result;
    result.rule = &rule;
    if (needs_map(rule)) {
        result.not_judged = "needs a map, which this version does not read";
        return result;
    }
    try {
        result.outcome = evaluate(rule, records, settings.evaluation);
    } catch (const RefusedPlan& refusal) {
        result.is_refused = true;
        result.not_judged = refusal.what();
        return result;
    }
    result.fraction = report.process_seconds > 0 ? result.outcome.seconds / report.process_seconds : 0;
    result.places = group_places(result.outcome, records, report.communication_seconds);
    return result;
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
        report.problems += is_problem(rule) ? 1U : 0U;
        report.above += is_problem(rule) && rule.fraction > report.fail_above ? 1U : 0U;
        // When that is lost is not known, so how much others count of it is not either.
        if (rule.rule->severity) without_times = std::max(without_times, rule.outcome.seconds);
    }
    report.seconds = std::max(seconds_of(united(std::move(all))), without_times);
    report.fraction = report.process_seconds > 0 ? report.seconds / report.process_seconds : 0;
}

}  // namespace

bool is_problem(const RuleReport& report) noexcept {
    return report.outcome.severity > 0;
}

Report check_rules(const std::vector<Rule>& rules, const tracing::Trace& trace,
                   const std::filesystem::path& path, const CheckSettings& settings) {
    Records records(trace);
    Report report;
    report.trace = path;
    report.fail_above = settings.fail_above;
    report.processes = trace[RecordType::process].size();
    report.process_seconds = records.process_seconds();
    report.communication_seconds = run_number(records, "total_communication_time");
    report.clock_error = run_number(records, "clock_error");
    for (const tracing::RecordInfo& info : tracing::record_types()) {
        if (info.is_operation) report.operations += trace[info.type].size();
    }
    for (const Rule& rule : rules) report.rules.push_back(check_rule(rule, records, report, settings));
    add_shared(report.rules);
    add_totals(report);
    std::stable_sort(report.rules.begin(), report.rules.end(), [](const RuleReport& a, const RuleReport& b) {
        return a.outcome.seconds > b.outcome.seconds;
    });
    return report;
}

}  // namespace fabricmap::rules
