// SPDX-License-Identifier: Apache-2.0
#include "random_rules.hpp"
#include "rules/evaluation/evaluate.hpp"
#include "rules/evaluation/key_table.hpp"
#include "rules/evaluation/partner_index.hpp"
#include "rules/evaluation/test_budget.hpp"
#include "tests/expectations.hpp"
#include "tracing/model/field_tables.hpp"

#include <map>
#include <random>

namespace fabricmap::rules {
namespace {

using fabricmap::testing::error_of;
using ::testing::HasSubstr;
using tracing::RecordType;

/// Messages between 64 processes: some overtaken, at times that nothing shares.
tracing::Trace many_messages(std::size_t count) {
    std::mt19937_64 dice(7);
    tracing::Trace trace;
    tracing::RecordTable& run = trace[RecordType::program];
    run.add();
    run.set(tracing::field(RecordType::program, "total_communication_time"), 0, 1000);
    tracing::RecordTable& messages = trace[RecordType::point_to_point];
    messages.add(count);
    for (std::size_t message = 0; message < count; ++message) {
        const double sent = std::uniform_real_distribution<double>(0, 1000)(dice);
        const auto set = [&](std::string_view name, double value) {
            messages.set(*tracing::find_field(RecordType::point_to_point, name), message, value);
        };
        set("send_start_time", sent);
        set("receive_start_time", sent + std::normal_distribution<double>(0, 0.1)(dice));
        set("receive_finish_time", sent + 0.1);
        set("receive_process_rank", static_cast<double>(dice() % 64));
        trace.set(RecordType::point_to_point, tracing::field(RecordType::point_to_point, "receive_op_type"),
                  message, "blocking");
    }
    return trace;
}

Rule rule_of(const std::string& text) {
    return read_rules(text, "a.mpr").at(0);
}

Rule pair_rule(const std::string& condition) {
    return rule_of("problem p description \"\" find a type point_to_point find b type point_to_point where " +
                   condition +
                   " lost on a.receive_process_rank from a.receive_start_time to a.send_start_time;");
}

/// Nested loops would need 4 * 10^8 tests here.
TEST(Plans, OfPublishedRuleLookAtFewPairs) {
    const tracing::Trace trace = many_messages(20000);
    Records records(trace);
    const Rule rule = read_rule_file(std::string(SAMPLES_DIRECTORY) + "/rules/paper.mpr").at(0);
    const RuleOutcome outcome = evaluate(rule, records);
    EXPECT_GT(outcome.bindings, 100U);
    EXPECT_LT(outcome.tests, 60000U);
}

TEST(Plans, OfTooManyTestsAreRefusedAndNameTheConditionThatIsMissing) {
    const tracing::Trace trace = many_messages(40000);
    Records records(trace);
    const Rule unequal = pair_rule(
        "a.receive_process_rank != b.receive_process_rank and a.bytes != b.bytes "
        "or a.receive_process_rank = b.receive_process_rank + 1");
    EXPECT_THAT(error_of<RefusedPlan>([&] { static_cast<void>(evaluate(unequal, records)); }),
                HasSubstr("nothing but"));
    const Rule untied = pair_rule(
        "a.receive_process_rank != b.receive_process_rank and b.receive_start_time > 0 s "
        "and a.receive_start_time + b.receive_start_time > 5 s");
    EXPECT_THAT(error_of<RefusedPlan>([&] { static_cast<void>(evaluate(untied, records)); }),
                HasSubstr("a.receive_process_rank != b.receive_process_rank"));
}

TEST(Plans, TieRecordsWithinALimitWithoutTestingAll) {
    const tracing::Trace trace = many_messages(20000);
    Records records(trace);
    const Rule rule = rule_of(
        "problem p description \"\" find a type point_to_point find b type point_to_point within 10 ms "
        "where a.receive_process_rank = b.receive_process_rank and a.send_start_time < b.send_start_time "
        "lost on a.receive_process_rank from a.send_start_time to b.send_start_time;");
    const RuleOutcome outcome = evaluate(rule, records);
    EXPECT_GT(outcome.bindings, 10U);
    EXPECT_LT(outcome.tests, 60000U);
    for (const Wait& wait : outcome.waits) EXPECT_LE(wait.to - wait.from, 0.01 + 1e-9);
}

/// Two thirds of the values tie; what the index finds is what testing all pairs finds.
TEST(PartnerIndex, FindsAllPartnersOfAnyComparisons) {
    std::mt19937_64 dice(3);
    constexpr std::array<Operator, 4> orders{Operator::less, Operator::less_equal, Operator::greater,
                                             Operator::greater_equal};
    for (int round = 0; round < 300; ++round) {
        const std::size_t comparisons = dice() % 4;
        SideValues left{1 + dice() % 9, {}, {}};
        SideValues right{dice() % 40, {}, {}};
        std::vector<Operator> operators;
        std::vector<std::size_t> columns;
        const auto draw = [&](std::size_t size) {
            std::vector<double> values(size);
            for (double& value : values) value = static_cast<double>(dice() % 6);
            return values;
        };
        if (round % 2 == 0) {
            left.keys.push_back(draw(left.size));
            right.keys.push_back(draw(right.size));
        }
        for (std::size_t number = 0; number < comparisons; ++number) {
            operators.push_back(orders.at(dice() % 4));
            left.orders.push_back(draw(left.size));
            const bool shares = number > 0 && dice() % 2 == 0;
            columns.push_back(shares ? columns.back() : number);
            right.orders.push_back(shares ? right.orders.back() : draw(right.size));
        }
        const PartnerIndex index(right, operators, columns);
        for (std::size_t row = 0; row < left.size; ++row) {
            std::vector<std::uint32_t> found;
            index.visit_partners(left, row, [&](std::uint32_t partner) {
                found.push_back(partner);
                return true;
            });
            std::vector<std::uint32_t> wanted;
            for (std::uint32_t partner = 0; partner < right.size; ++partner) {
                bool fits = left.keys.empty() || left.keys[0][row] == right.keys[0][partner];
                for (std::size_t number = 0; number < comparisons; ++number) {
                    const double a = left.orders[number][row];
                    const double b = right.orders[number][partner];
                    const Operator order = operators[number];
                    fits = fits && (order == Operator::less         ? a < b
                                    : order == Operator::less_equal ? a <= b
                                    : order == Operator::greater    ? a > b
                                                                    : a >= b);
                }
                if (fits) wanted.push_back(partner);
            }
            EXPECT_THAT(found, ::testing::UnorderedElementsAreArray(wanted));
        }
    }
}

TEST(KeyTable, NumbersEqualRowsAlikeInTheOrderOfComing) {
    KeyTable table;
    EXPECT_FALSE(table.find(std::vector<double>{1, 2}).has_value());
    std::map<std::vector<double>, KeyTable::Id> expected;
    std::mt19937_64 dice(5);
    for (int row = 0; row < 20000; ++row) {
        const std::vector<double> key{static_cast<double>(dice() % 100) / 7,
                                      static_cast<double>(dice() % 100)};
        const auto number = static_cast<KeyTable::Id>(expected.size());
        EXPECT_EQ(table.insert(key), expected.try_emplace(key, number).first->second);
    }
    EXPECT_EQ(table.size(), expected.size());
    for (const auto& [key, number] : expected) EXPECT_EQ(table.find(key), std::optional(number));
    EXPECT_FALSE(table.find(std::vector<double>{1, 200}).has_value());
    EXPECT_EQ(table.find(std::vector<double>{-0.0, 3}), table.find(std::vector<double>{0.0, 3}));
}

TEST(Waits, ThatOverlapAreCountedOnce) {
    const std::vector<Wait> waits =
        united({{0, 1, 3, 0}, {0, 2, 4, 1}, {1, 2, 4, 2}, {0, 4, 5, 3}, {0, 6, 7, 4}});
    EXPECT_EQ(waits.size(), 3U);
    EXPECT_DOUBLE_EQ(seconds_of(waits), 4 + 2 + 1);
    EXPECT_DOUBLE_EQ(common_seconds(waits, united({{0, 3, 6.5, 0}, {1, 0, 3, 0}})), 2 + 0.5 + 1);
}

/// A bound of the clocks' error of 1 ms: nothing shorter than that is reported.
TEST(Waits, ShorterThanTheClocksErrorAreLeftOut) {
    tracing::Trace trace = many_messages(1000);
    const Rule rule = read_rule_file(std::string(SAMPLES_DIRECTORY) + "/rules/trace.mpr").at(0);
    Records records(trace);
    const RuleOutcome all = evaluate(rule, records);
    trace[RecordType::program].set(tracing::field(RecordType::program, "clock_error"), 0, 1e-3);
    Records bounded(trace);
    const RuleOutcome long_ones = evaluate(rule, bounded);
    const auto is_short = [](const Wait& wait) { return wait.to - wait.from < 1e-3; };
    EXPECT_GT(std::count_if(all.waits.begin(), all.waits.end(), is_short), 0);
    EXPECT_EQ(std::count_if(long_ones.waits.begin(), long_ones.waits.end(), is_short), 0);
    EXPECT_EQ(long_ones.below_clock_error + long_ones.waits.size(), all.waits.size());
}

}  // namespace
}  // namespace fabricmap::rules
