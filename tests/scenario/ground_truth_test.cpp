// SPDX-License-Identifier: Apache-2.0
#include "scenario/ground_truth.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fabricmap {
namespace {

using Json = nlohmann::json;

Json truth(const std::string& text) {
    return Json::parse(ground_truth_text(find_scenario(text), "synthetic", {}));
}

TEST(Truth, NamesFaultsInTheWordsOfADiagnosis) {
    const Json json = truth(
        "fat-tree,hosts=32,ranks-per-host=2,leaf=8;fault,slow-receiver,host=17,factor=3,from=16K;"
        "fault,slow-link,sender=3,receiver=22,factor=1.5;fault,slow-switch,switch=1,factor=2");
    EXPECT_EQ(json["schema_version"], 1);
    EXPECT_EQ(json["kind"], "synthetic");
    const Json& node = json["faults"][0];
    EXPECT_EQ(node["kind"], "slow_node");
    EXPECT_EQ(node["hosts"], Json({"node17"}));
    EXPECT_EQ(node["ranks"], Json({34, 35}));
    EXPECT_EQ(node["side"], "receiver");
    EXPECT_EQ(node["factor"], 3);
    EXPECT_EQ(node["from_length_bytes"], 16384);
    EXPECT_EQ(json["faults"][1]["kind"], "slow_link");
    EXPECT_EQ(json["faults"][1]["hosts"], Json({"node03", "node22"}));
    EXPECT_EQ(json["faults"][2]["kind"], "slow_switch");
    EXPECT_EQ(json["faults"][2]["hosts"].size(), 8U);
}

TEST(Truth, CountsThePairsOfEachClass) {
    const Json json = truth("fat-tree,hosts=16,ranks-per-host=2,leaf=8;break,at=16K,jump=2us");
    std::map<std::string, int> pairs;
    for (const Json& entry : json["classes"]) pairs[entry["name"]] = entry["pairs"];
    // 16 hosts with 2 ranks: 2 pairs on each, 4 × 16 × 7 within leaves, 4 × 16 × 8 between them.
    EXPECT_EQ(pairs, (std::map<std::string, int>{{"same host", 32}, {"same leaf", 448}, {"level 2", 512}}));
    EXPECT_EQ(json["thresholds"][0]["length_bytes"], 16384);
}

TEST(Truth, DoesNotClaimWhatTheKindPassedOver) {
    const Scenario scenario = find_scenario("torus,size=4;noise,2%;break,at=16K,jump=2us");
    const Json json = Json::parse(ground_truth_text(scenario, "virtual", {"noise", "break", "bandwidth"}));
    EXPECT_TRUE(json["noise"].is_null());
    EXPECT_TRUE(json["thresholds"].is_null());
    EXPECT_TRUE(json["classes"][0]["bandwidth_bytes_per_s"].is_null());
    EXPECT_FALSE(json["classes"][0]["latency_s"].is_null());
    EXPECT_EQ(json["not_in_it"].size(), 3U);
}

TEST(Truth, ReportsTheOversubscriptionWhereTheKindShowsIt) {
    const Scenario scenario = find_scenario("fat-tree,hosts=8,leaf=4,oversubscription=4");
    EXPECT_EQ(Json::parse(ground_truth_text(scenario, "virtual", {}))["fabric"]["oversubscription"], 4);
    const Json passed_over = Json::parse(ground_truth_text(scenario, "virtual", {"oversubscription"}));
    EXPECT_TRUE(passed_over["fabric"]["oversubscription"].is_null());
}

}  // namespace
}  // namespace fabricmap
