// SPDX-License-Identifier: Apache-2.0
#include "rules/language/rule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::rules {
namespace {

std::vector<Rule> rules_of(const std::string& text) {
    return read_rules(text, "a.mpr");
}

std::vector<Rule> sample(const std::string& name) {
    return read_rule_file(std::string(SAMPLES_DIRECTORY) + "/rules/" + name);
}

std::string where_of(const std::string& condition) {
    const Rule rule = rules_of("problem p description \"d\" find op type point_to_point where " + condition +
                               " severity op.bytes / 1 B;")
                          .at(0);
    return text_of(*rule.where, {"op"});
}

TEST(PublishedRules, ReadAsTheyWereWritten) {
    const Rule rule = sample("paper.mpr").at(0);
    EXPECT_EQ(rule.name, "Приём не в том порядке");
    ASSERT_EQ(rule.variables.size(), 2U);
    EXPECT_FALSE(rule.variables[0].is_existential);
    EXPECT_TRUE(rule.variables[1].is_existential);  // it stands in no result
    EXPECT_EQ(text_of(*rule.severity, {"op1", "op2"}),
              "((op1.send_start_time - op1.receive_start_time) / total_communication_time)");
}

TEST(PublishedRules, MayWriteOperationBeforeATypeAndBackslashesInStrings) {
    const Rule rule = rules_of(
                          "problem x description \"\" find x type operation collective "
                          "where x.source_code eq \"traces\\late.cpp:20\" severity x.bytes;")
                          .at(0);
    EXPECT_EQ(record_schema()[rule.variables[0].type].name, "collective");
    EXPECT_EQ(text_of(*rule.where, {"x"}), "x.source_code = \"traces\\late.cpp:20\"");
}

TEST(PublishedRules, MayNameVariablesByWordsThatAreNotReserved) {
    for (const std::string name : {"lost", "in", "exists", "on", "let", "operation", "from", "to", "group",
                                   "by", "advice", "within", "having", "s", "us", "median", "collective"}) {
        const Rule rule =
            rules_of("problem " + name + " description \"d\" find " + name +
                     " type point_to_point find exists b type point_to_point let let1 = " + name +
                     ".bytes where " + name + ".tag = b.tag and let1 > 3 lost on " + name +
                     ".send_process_rank from " + name + ".send_start_time to " + name + ".send_finish_time;")
                .at(0);
        EXPECT_EQ(rule.variables[0].name, name);
        EXPECT_FALSE(rule.variables[0].is_existential);
    }
}

TEST(PublishedRules, BindOperatorsAsWritten) {
    EXPECT_EQ(where_of("op.bytes > 1 + 2 * 3 - 4 and op.tag = 1 or not op.tag <> 2 and op.tag = 3"),
              "((op.bytes > ((1 + (2 * 3)) - 4) and op.tag = 1) or (not op.tag != 2 and op.tag = 3))");
    EXPECT_EQ(where_of("-op.tag - -3 < 8 / 2 / 2"), "(-op.tag - -3) < ((8 / 2) / 2)");
}

TEST(PublishedRules, ScaleUnits) {
    EXPECT_EQ(where_of("op.send_start_time > 5 us"), "op.send_start_time > 5e-06");
    EXPECT_EQ(where_of("op.bytes >= 64 KiB"), "op.bytes >= 65536");
    EXPECT_EQ(where_of("op.bytes >= 10e9 and op.tag > 2%"), "(op.bytes >= 10000000000 and op.tag > 0.02)");
}

TEST(PublishedRules, HaveCommentsToTheEndOfTheLine) {
    EXPECT_EQ(where_of("op.bytes > 1 # ; \"\n and // or\n op.tag = 2"), "(op.bytes > 1 and op.tag = 2)");
}

TEST(PublishedRules, OfTheSamplesAreAllRead) {
    EXPECT_EQ(sample("patterns.mpr").size(), 14U);
    EXPECT_EQ(sample("trace.mpr").size(), 6U);
    EXPECT_EQ(sample("map.mpr").size(), 9U);
    for (const Rule& rule : sample("map.mpr")) EXPECT_FALSE(maps_needed(rule).empty()) << rule.name;
    for (const Rule& rule : sample("patterns.mpr")) EXPECT_TRUE(maps_needed(rule).empty()) << rule.name;
}

}  // namespace
}  // namespace fabricmap::rules
