// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/reports/reports.hpp"
#include "tests/diagnosis/reports/sample_diagnosis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace fabricmap::diagnosis {
namespace {

using Json = nlohmann::ordered_json;

Json report_on(const Diagnosis& diagnosis) {
    return Json::parse(json_report(diagnosis));
}

TEST(JsonReport, HasEverythingOfTheFindings) {
    const Diagnosis diagnosis = testing::compared_machine();
    const Json json = report_on(diagnosis);
    EXPECT_EQ(json["schema_version"], 3);
    EXPECT_EQ(json["faults"], 5);
    ASSERT_EQ(json["findings"].size(), diagnosis.findings.size());
    for (std::size_t index = 0; index < diagnosis.findings.size(); ++index) {
        const Finding& finding = diagnosis.findings[index];
        const Json& read = json["findings"][index];
        EXPECT_EQ(read["kind"], name_of(finding.kind));
        EXPECT_EQ(read["side"], name_of(finding.side));
        const auto* const path = std::get_if<part::Path>(&finding.part);
        EXPECT_EQ(read["part_type"], type_name_of(finding.part));
        EXPECT_EQ(read["hosts"], path == nullptr ? hosts_of(finding.part) : path->senders);
        EXPECT_EQ(read["to_hosts"], path == nullptr ? std::vector<std::string>{} : path->receivers);
        EXPECT_EQ(read["ranks"], finding.ranks);
        EXPECT_EQ(read["factor"], finding.effect->factor);
        EXPECT_EQ(read["factor_interval"],
                  Json({finding.effect->interval.low, finding.effect->interval.high}));
        EXPECT_EQ(read["from_length_bytes"], finding.from_length_bytes);
        EXPECT_EQ(read["to_length_bytes"], finding.to_length_bytes);
        EXPECT_EQ(read["confidence"], *finding.confidence);
        EXPECT_EQ(read["severity"], finding.severity);
        EXPECT_EQ(read["advice"], advice_on(finding));
        EXPECT_EQ(read["sentence"], sentence_of(finding));
        EXPECT_EQ(read["evidence"]["z"], finding.evidence.z);
        EXPECT_EQ(read["evidence"]["cells"], finding.evidence.cells);
        EXPECT_EQ(read["evidence"]["curve"], finding.evidence.curve);
        EXPECT_EQ(read["evidence"]["extra_s"], finding.evidence.extra_s);
        ASSERT_EQ(read["evidence"]["notes"].size(), finding.evidence.notes.size());
        for (std::size_t note = 0; note < finding.evidence.notes.size(); ++note)
            EXPECT_EQ(read["evidence"]["notes"][note], finding.evidence.notes[note].text());
    }
    EXPECT_EQ(json["findings"][1]["evidence"]["fraction_of_pairs"], 0.0156);
}

TEST(JsonReport, HasTheMachineAndItsCurves) {
    const Diagnosis diagnosis = testing::healthy_machine(64);
    const Json json = report_on(diagnosis);
    EXPECT_EQ(json["run"], json["runs"][0]);
    EXPECT_EQ(json["run"]["label"], "results/monday");
    EXPECT_EQ(json["run"]["statistic"], "median");
    EXPECT_EQ(json["run"]["mode"], "one_to_one");
    EXPECT_EQ(json["run"]["ranks"], 256);
    EXPECT_EQ(json["run"]["started"], "2026-01-02T03:04:05Z");
    EXPECT_EQ(json["hosts"], diagnosis.hosts);
    EXPECT_EQ(json["lengths_bytes"], diagnosis.lengths);
    EXPECT_EQ(json["min_effect"], 0.05);
    EXPECT_EQ(json["findings"], Json::array());
    ASSERT_EQ(json["classes"].size(), 3U);
    EXPECT_EQ(json["classes"][1]["median_s"], diagnosis.classes[1].median_s);
    EXPECT_EQ(json["classes"][0]["between_hosts"], false);
    ASSERT_EQ(json["thresholds"].size(), 2U);
    EXPECT_EQ(json["thresholds"][0]["class"], "between hosts, level 1");
    EXPECT_EQ(json["thresholds"][0]["length_bytes"], Json({8192, 16384}));
    EXPECT_EQ(json["thresholds"][0]["jump_s"], 3.7e-6);
    EXPECT_EQ(json["thresholds"][0]["slope_change_s_per_byte"], -1.67e-10);
    EXPECT_EQ(json["thresholds"][0]["scope"], "software");
    EXPECT_EQ(json["segments"][1]["segments"][1]["bandwidth_bytes_per_s"], 6e9);
    EXPECT_EQ(json["not_examined"][0]["what"], "half-duplex links");
    EXPECT_TRUE(json["comparison"].is_null());
}

TEST(JsonReport, NamesTheHostsOfGroupsAndGridPlaces) {
    Json topology = report_on(testing::healthy_machine(64))["topology"];
    EXPECT_EQ(topology["shape"], "hierarchy");
    ASSERT_EQ(topology["levels"][0]["groups"].size(), 4U);
    EXPECT_EQ(topology["levels"][0]["groups"][1][1], "node17");
    EXPECT_FALSE(topology.contains("coordinates"));

    Diagnosis grid = testing::healthy_machine(4);
    grid.topology->shape = Shape::grid;
    grid.topology->dimensions = {2, 2};
    grid.topology->coordinates = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    topology = report_on(grid)["topology"];
    EXPECT_EQ(topology["dimensions"], Json({2, 2}));
    EXPECT_EQ(topology["coordinates"][2]["host"], "node02");
    EXPECT_EQ(topology["coordinates"][2]["at"], Json({1, 0}));
}

TEST(JsonReport, HasTheComparison) {
    const Json comparison = report_on(testing::compared_machine())["comparison"];
    EXPECT_EQ(comparison["runs"], 1);
    EXPECT_EQ(comparison["baseline_runs"], 5);
    EXPECT_EQ(comparison["new_hosts"], Json::array({"node63"}));
    EXPECT_EQ(comparison["overall_factor"], 1.013);
    EXPECT_EQ(comparison["weak"], true);
}

TEST(JsonReport, WritesNullForWhatIsNotFinite) {
    Diagnosis diagnosis = testing::faulty_machine();
    diagnosis.classes[0].median_s[3] = std::nan("");
    diagnosis.segments[0].segments[0].bandwidth = std::numeric_limits<double>::infinity();
    diagnosis.findings[0].effect->interval.high = std::numeric_limits<double>::infinity();
    diagnosis.findings[1].evidence.curve[0] = std::nan("");
    const Json json = report_on(diagnosis);
    EXPECT_TRUE(json["classes"][0]["median_s"][3].is_null());
    EXPECT_TRUE(json["segments"][0]["segments"][0]["bandwidth_bytes_per_s"].is_null());
    EXPECT_TRUE(json["findings"][0]["factor_interval"][1].is_null());
    EXPECT_TRUE(json["findings"][1]["evidence"]["curve"][0].is_null());
}

TEST(JsonReport, KeepsItsOwnKeysWhereANumberHasTheSameName) {
    Diagnosis diagnosis = testing::faulty_machine();
    diagnosis.findings[0].evidence.numbers["z"] = -1;
    EXPECT_EQ(report_on(diagnosis)["findings"][0]["evidence"]["z"], 41.5);
}

TEST(JsonReport, OfNothingIsStillAReport) {
    const Json json = report_on({});
    EXPECT_EQ(json["faults"], 0);
    EXPECT_TRUE(json["run"].is_null());
    EXPECT_TRUE(json["topology"].is_null());
    EXPECT_EQ(json["hosts"], Json::array());
}

TEST(JsonReport, SurvivesNamesThatAreNoUtf8) {
    Diagnosis diagnosis = testing::faulty_machine();
    diagnosis.findings[0].part = part::Host{"node\xff"};
    EXPECT_EQ(report_on(diagnosis)["findings"][0]["hosts"][0], "node\xef\xbf\xbd");
}

TEST(JsonReport, HasTheVerdictAndWhatItRestsOn) {
    Diagnosis diagnosis = testing::healthy_machine(64);
    diagnosis.detectable = {{DetectablePart::host, 1.06, 1.05, 1.05}};
    Json json = report_on(diagnosis);
    EXPECT_EQ(json["verdict"], "healthy");
    EXPECT_EQ(json["verdict_text"], "No fault found in 64 hosts.");
    EXPECT_TRUE(json["open_points"].empty());
    EXPECT_EQ(json["detectable"][0]["part"], "host");
    EXPECT_EQ(json["detectable"][0]["factor_of_shortest"], 1.06);
    EXPECT_EQ(json["not_looked_at"], Json({"messages above 4M", "load", "changes over time"}));
    diagnosis.runs.front().description.complete = false;
    json = report_on(diagnosis);
    EXPECT_EQ(json["verdict"], "undecided");
    EXPECT_EQ(json["open_points"][0]["point"], "cut_short");
}

}  // namespace
}  // namespace fabricmap::diagnosis
