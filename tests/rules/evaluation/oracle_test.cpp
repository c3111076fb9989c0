// SPDX-License-Identifier: Apache-2.0
// Plans and the definition, by nested loops, find the same.
#include "naive_evaluator.hpp"
#include "random_rules.hpp"
#include "rules/evaluation/evaluate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::rules {
namespace {

std::set<std::vector<std::size_t>> bindings_of(const RuleOutcome& outcome) {
    std::set<std::vector<std::size_t>> bindings;
    for (const Match& match : outcome.matches) {
        std::vector<std::size_t> binding;
        for (const std::size_t variable : outcome.answer) binding.push_back(match.binding[variable]);
        bindings.insert(binding);
    }
    return bindings;
}

/// How many of the random rules found something, and how many could not judge something.
struct Coverage {
    int with_findings = 0;
    int with_unknown = 0;
    int existential = 0;
    int empty = 0;
    int with_activity = 0;  ///< findings, by when ranks are within MPI
};

void compare(std::uint64_t seed, Coverage& coverage) {
    const std::string text = testing::random_rule(seed);
    SCOPED_TRACE(text);
    const tracing::Trace trace = testing::random_small_trace(seed);
    const Rule rule = read_rules(text, "random.mpr").at(0);
    const bool counts_pairs = seed % 5 == 0;
    Records records(trace);
    const RuleOutcome outcome = evaluate(rule, records, {counts_pairs});
    const testing::NaiveOutcome naive = testing::evaluate_naively(rule, trace, counts_pairs);
    EXPECT_EQ(bindings_of(outcome), naive.bindings);
    EXPECT_EQ(outcome.matches.size(), naive.bindings.size());
    EXPECT_EQ(outcome.unknown, naive.unknown);
    EXPECT_NEAR(outcome.unclamped_severity, naive.severity, 1e-9 * std::max(1.0, std::abs(naive.severity)));
    coverage.with_findings += naive.bindings.empty() ? 0 : 1;
    coverage.with_unknown += naive.unknown > 0 ? 1 : 0;
    coverage.empty += naive.bindings.empty() && naive.unknown == 0 ? 1 : 0;
    coverage.with_activity += !naive.bindings.empty() && text.find("next_") != std::string::npos ? 1 : 0;
    for (const RuleVariable& variable : rule.variables)
        coverage.existential += variable.is_existential ? 1 : 0;
}

TEST(Plans, FindWhatNestedLoopsFind) {
    Coverage coverage;
    for (std::uint64_t seed = 1; seed <= 2500 && !HasFailure(); ++seed) compare(seed, coverage);
    // The comparison would be worth little if the rules found nothing.
    EXPECT_GT(coverage.with_findings, 800);
    EXPECT_GT(coverage.with_unknown, 400);
    EXPECT_GT(coverage.existential, 400);
    EXPECT_GT(coverage.empty, 50);
    EXPECT_GT(coverage.with_activity, 100);
}

}  // namespace
}  // namespace fabricmap::rules
