// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "rules/evaluation/evaluate.hpp"
#include "rules/records/records.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fabricmap::rules {
namespace {

using ::testing::ElementsAre;

/// 4 hosts with 2 ranks each; node2 twice as slow, and messages of 16K and longer 40 us later.
constexpr const char* fabric =
    "synthetic:fat-tree,hosts=4,leaf=4,ranks-per-host=2;break,at=16K,jump=40us;fault,slow-node,host=2,factor="
    "2";

class MapRecordsTest : public ::testing::Test {
  protected:
    MapRecordsTest() : records_(trace_, maps()) {}

    static std::vector<NamedMap> maps() {
        std::vector<NamedMap> maps(1);
        maps[0].runs.push_back(open_run(fabric));
        return maps;
    }

    /// What a rule gives for each record that it finds.
    std::vector<double> values(const std::string& find, const std::string& value) {
        const std::vector<Rule> rules = read_rules(
            "problem a description \"\" find r type " + find + " severity " + value + ";", "a.mpr");
        std::vector<double> found;
        for (const Match& match : evaluate(rules[0], records_).matches) found.push_back(match.severity);
        return found;
    }

    tracing::Trace trace_;
    Records records_;
};

TEST_F(MapRecordsTest, HoldOneMap) {
    EXPECT_THAT(values("map where r.process_count > 0", "r.process_count"), ElementsAre(8));
    EXPECT_THAT(values("map where r.process_count > 0", "r.host_count"), ElementsAre(4));
    EXPECT_THAT(values("map where r.process_count > 0", "r.pair_count"), ElementsAre(56));
}

TEST_F(MapRecordsTest, HoldASampleForEachOrderedPairAndLength) {
    EXPECT_EQ(values("sample where r.bytes = 0", "r.median").size(), 56U);
    EXPECT_EQ(values("sample where r.bytes = 0 and r.same_host", "r.median").size(), 8U);
    EXPECT_EQ(values("sample where r.bytes = 0 and r.class eq \"within hosts\"", "r.median").size(), 8U);
    EXPECT_EQ(
        values("sample where r.source_host eq \"node1\" and r.source_slot = 1 and r.bytes = 0", "r.source"),
        (std::vector<double>(7, 3)));
    EXPECT_EQ(values("sample where r.bytes = 0 and (r.min > r.median or r.median > r.max or r.count < 1 or "
                     "r.average < r.min or r.deviation < 0)",
                     "r.median")
                  .size(),
              0U);
}

TEST_F(MapRecordsTest, HoldWhatTheDiagnosisSays) {
    EXPECT_THAT(values("finding where r.kind eq \"slow_node\" and r.host eq \"node2\"", "r.factor"),
                ElementsAre(::testing::DoubleNear(2, 0.1)));
    EXPECT_EQ(values("finding where r.kind ne \"slow_node\" and r.severity > 0", "r.severity").size(), 0U);
    EXPECT_THAT(
        values("threshold where r.after_bytes = 16 KiB and r.class ne \"within hosts\"", "r.jump * 1e6"),
        ElementsAre(::testing::DoubleNear(40, 4)));
    EXPECT_THAT(values("class where r.between_hosts and r.bytes = 0", "r.pairs"), ElementsAre(48));
}

TEST_F(MapRecordsTest, AreUnknownUnderAnotherName) {
    EXPECT_TRUE(values("sample in earlier where r.bytes = 0", "r.median").empty());
}

}  // namespace
}  // namespace fabricmap::rules
