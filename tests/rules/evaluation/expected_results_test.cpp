// SPDX-License-Identifier: Apache-2.0
// The samples give what was worked out by hand: each line of tests/samples/rules/EXPECTED.md.
#include "rules/evaluation/evaluate.hpp"
#include "tracing/model/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace fabricmap::rules {
namespace {

struct ExpectedResult {
    std::string rule;
    double first_example = 0;  ///< severity
    std::uint64_t first_unknown = 0;
    std::uint64_t bindings = 0;
    std::uint64_t unknown = 0;
    double severity = 0;
};

const std::vector<ExpectedResult> expected_results{
    {"Приём не в том порядке", 0, 0, 1, 0, 0.030},
    {"late sender", 0, 0, 2, 0, 0.035},
    {"late sender at wait", 0, 0, 2, 0, 0.006},
    {"wrong order", 0, 0, 1, 0, 0.030},
    {"late receiver", (2.4695157509991628 - 0.4687189432899993) / 2.003308519420723, 0, 1, 0, 0.010},
    {"slower than the network", 0, 1, 0, 5, 0},
    {"lock contention", 0, 0, 2, 0, 0.0111},
    {"entry synchronisation of a collective", 0, 0, 6, 0, 0.021},
    {"exit synchronisation of a collective", 0, 0, 2, 0, 0.002},
    {"wait at barrier", 0, 0, 3, 0, 0.060},
    {"barrier completion", 0, 0, 1, 0, 0.002},
    {"late broadcast", 0, 0, 2, 0, 0.030},
    {"early gather", 0, 0, 1, 0, 0.010},
    {"early prefix reduction", 0, 0, 3, 1, 0.012},
    {"wait at all-to-all", 0, 0, 3, 0, 0.025},
    {"all-to-all completion", 0, 0, 3, 0, 0.004},
    {"wait for signal", 0, 0, 1, 0, 0.010},
    {"late post", 0, 0, 1, 0, 0.005},
    {"early wait", 0, 0, 1, 0, 0.001},
    {"wait at allocation", 0, 0, 3, 0, 0.030},
};

std::map<std::string, Rule> sample_rules() {
    std::map<std::string, Rule> rules;
    for (const char* name : {"patterns.mpr", "trace.mpr", "paper.mpr"}) {
        for (Rule& rule : read_rule_file(std::string(SAMPLES_DIRECTORY) + "/rules/" + name)) {
            rules.emplace(rule.name, rule);
        }
    }
    return rules;
}

tracing::Trace sample_trace(const std::string& name) {
    return tracing::read_text_file(std::string(SAMPLES_DIRECTORY) + "/traces/" + name);
}

tracing::Trace written_again(const tracing::Trace& trace) {
    std::string text;
    tracing::write_text(trace, [&](std::string_view piece) { text += piece; });
    return tracing::read_text(text, "again.trace");
}

TEST(SampleRules, FindWhatWasWorkedOutByHand) {
    const auto rules = sample_rules();
    const tracing::Trace waits = sample_trace("waits.trace");
    Records records(waits);
    for (const ExpectedResult& expected : expected_results) {
        const RuleOutcome outcome = evaluate(rules.at(expected.rule), records);
        EXPECT_EQ(outcome.bindings, expected.bindings) << expected.rule;
        EXPECT_EQ(outcome.unknown, expected.unknown) << expected.rule;
        EXPECT_NEAR(outcome.severity, expected.severity, 1e-9) << expected.rule;
    }
}

TEST(SampleRules, FindWhatWasWorkedOutInTheFirstExample) {
    const auto rules = sample_rules();
    const tracing::Trace trace = sample_trace("first_example.trace");
    Records records(trace);
    for (const ExpectedResult& expected : expected_results) {
        const RuleOutcome outcome = evaluate(rules.at(expected.rule), records);
        EXPECT_EQ(outcome.unknown, expected.first_unknown) << expected.rule;
        EXPECT_NEAR(outcome.severity, expected.first_example, 1e-9) << expected.rule;
    }
}

TEST(SampleRules, FindTheSameOnceTheTraceWasWrittenAgain) {
    const auto rules = sample_rules();
    const tracing::Trace waits = written_again(sample_trace("waits.trace"));
    const tracing::Trace first = written_again(sample_trace("first_example.trace"));
    Records records(waits);
    Records first_records(first);
    for (const ExpectedResult& expected : expected_results) {
        EXPECT_NEAR(evaluate(rules.at(expected.rule), records).severity, expected.severity, 1e-9)
            << expected.rule;
        EXPECT_NEAR(evaluate(rules.at(expected.rule), first_records).severity, expected.first_example, 1e-9)
            << expected.rule;
    }
}

/// Read literally, the published rule counts a message once for each that overtook it.
TEST(SampleRules, CountPairsOnRequest) {
    const Rule rule = sample_rules().at("Приём не в том порядке");
    const tracing::Trace waits = sample_trace("waits.trace");
    Records records(waits);
    const RuleOutcome pairs = evaluate(rule, records, {true});
    EXPECT_EQ(pairs.bindings, 2U);
    EXPECT_NEAR(pairs.severity, 0.060, 1e-9);
}

}  // namespace
}  // namespace fabricmap::rules
