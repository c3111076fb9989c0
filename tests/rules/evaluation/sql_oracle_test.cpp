// SPDX-License-Identifier: Apache-2.0
// Plans and SQLite find the same.
#include "random_rules.hpp"
#include "rules/evaluation/evaluate.hpp"
#include "sql_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::rules {
namespace {

/// What the random rules were like, and what they gave.
struct SqlCoverage {
    int compared = 0;
    int with_findings = 0;
    int with_unknown = 0;
    int existential = 0;
};

/// Without an error of the clocks: SQL finds bindings, and knows nothing of clocks.
tracing::Trace trace_of_one_clock(std::uint64_t seed) {
    tracing::Trace trace = testing::random_small_trace(seed);
    using tracing::RecordType;
    trace[RecordType::program].set(tracing::field(RecordType::program, "clock_error"), 0, std::nan(""));
    return trace;
}

void compare_with_sql(std::uint64_t seed, SqlCoverage& coverage) {
    const std::string text = testing::random_rule(seed);
    const Rule rule = read_rules(text, "random.mpr").at(0);
    if (!testing::can_be_sql(rule)) return;
    SCOPED_TRACE(text);
    const tracing::Trace trace = trace_of_one_clock(seed);
    const bool counts_pairs = seed % 5 == 0;
    Records records(trace);
    const RuleOutcome outcome = evaluate(rule, records, {counts_pairs});
    std::set<std::vector<std::size_t>> found;
    for (const Match& match : outcome.matches) {
        std::vector<std::size_t> rows;
        for (const std::size_t variable : outcome.answer) rows.push_back(match.binding[variable]);
        found.insert(rows);
    }
    const testing::SqlOutcome sql = testing::evaluate_by_sql(rule, trace, counts_pairs);
    EXPECT_EQ(found, sql.bindings);
    EXPECT_EQ(outcome.unknown, sql.unknown);
    if (rule.severity) {
        EXPECT_NEAR(outcome.unclamped_severity, sql.severity, 1e-9 * std::max(1.0, std::abs(sql.severity)));
    }
    ++coverage.compared;
    coverage.with_findings += sql.bindings.empty() ? 0 : 1;
    coverage.with_unknown += sql.unknown > 0 ? 1 : 0;
    coverage.existential += outcome.answer.size() < rule.variables.size() ? 1 : 0;
}

TEST(Plans, FindWhatSqliteFinds) {
    SqlCoverage coverage;
    for (std::uint64_t seed = 1; seed <= 4000 && !HasFailure(); ++seed) compare_with_sql(seed, coverage);
    EXPECT_GT(coverage.compared, 2000);
    EXPECT_GT(coverage.with_findings, 800);
    EXPECT_GT(coverage.with_unknown, 500);
    EXPECT_GT(coverage.existential, 400);
}

}  // namespace
}  // namespace fabricmap::rules
