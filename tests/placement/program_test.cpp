// SPDX-License-Identifier: Apache-2.0
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

namespace fabricmap {
namespace {

using fabricmap::testing::Outcome;
using fabricmap::testing::run_program;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

const std::string tree =
    "synthetic:fat-tree,hosts=32,leaf=4;latency,level1=1us,level2=2us;noise,3%;sweep,lengths=0,1K,64K";
/// Hosts of one leaf after another, dealt out: by slot is as bad as can be.
const std::string dealt =
    "node00,node04,node08,node12,node16,node20,node24,node28,node01,node05,node09,node13,node17,node21,"
    "node25,node29,"
    "node02,node06,node10,node14,node18,node22,node26,node30,node03,node07,node11,node15,node19,node23,"
    "node27,node31";

std::string content_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string last_line_of(const std::string& text) {
    return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

double number_after(const std::string& line, const std::string& key) {
    return std::stod(line.substr(line.find(key) + key.size()));
}

TEST(NetworkPlace, PutsGroupsOnLeavesAndSaysWhatItIsWorth) {
    const fabricmap::testing::TemporaryFolder folder;
    const Outcome outcome = run_program(
        "network_place",
        {tree, "--pattern", "groups:8x4,length=1K", "--hosts", dealt, "-o", folder / "placed", "--to",
         "seq,rankfile,slurm,hydra,cray,csv,json,permutation", "--json", folder / "report.json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("less than by slot"));
    EXPECT_THAT(outcome.out, HasSubstr("That is no speed-up"));
    EXPECT_THAT(outcome.out, HasSubstr("--mca rmaps seq -np 32"));
    const std::string result = last_line_of(outcome.out);
    EXPECT_THAT(result, ::testing::StartsWith("RESULT: gain="));
    for (const char* const key : {" low=", " high=", " slowest=", " crossing=", " bound="})
        EXPECT_THAT(result, HasSubstr(key));
    // Dealt out every message crosses, 2.08 us; in a leaf it takes 1.08.
    EXPECT_NEAR(number_after(result, "gain="), 1 - 1.08 / 2.08, 0.03);
    EXPECT_NEAR(number_after(result, "crossing="), 0, 1e-9);

    std::istringstream seq(content_of(folder / "placed.seq"));
    std::vector<std::string> hosts{std::istream_iterator<std::string>(seq), {}};
    ASSERT_EQ(hosts.size(), 32U);
    for (std::size_t rank = 0; rank < hosts.size(); rank += 4) {
        std::set<int> leaves;
        for (std::size_t other = rank; other < rank + 4; ++other)
            leaves.insert(std::stoi(hosts[other].substr(4)) / 4);
        EXPECT_EQ(leaves.size(), 1U);
    }
    const auto json = nlohmann::json::parse(content_of(folder / "report.json"));
    EXPECT_EQ(json.at("schema_version"), 1);
    EXPECT_EQ(json.at("ranks").size(), 32U);
    EXPECT_EQ(json.at("files").size(), 8U);
    EXPECT_NEAR(json.at("gain").at("gain").get<double>(), number_after(result, "gain="), 1e-4);
    EXPECT_LE(json.at("bound_s").get<double>(), json.at("found").at("delay_s").get<double>());
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

/// Two pairs of hosts, each on both racks by slot and in one as placed.
TEST(NetworkPlace, DrawsHostsAsBoxesAndMessagesAsLines) {
    const fabricmap::testing::TemporaryFolder folder;
    const Outcome outcome = run_program(
        "network_place",
        {"synthetic:fat-tree,hosts=4,leaf=2;latency,level1=1us,level2=5us;sweep,lengths=0,1K", "--pattern",
         "groups:2x2", "--hosts", "node0,node2,node1,node3", "--svg", folder / "a.svg", "--quiet"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string svg = content_of(folder / "a.svg");
    EXPECT_THAT(svg, ::testing::StartsWith("<?xml version=\"1.0\""));
    EXPECT_EQ(count_of(svg, "<path class=\"fill-paper pen-rule\""), 8U);
    EXPECT_EQ(count_of(svg, "<path class=\"pen-series1\""), 2U);
    EXPECT_EQ(count_of(svg, "<path class=\"pen-series2\""), 2U);
    EXPECT_EQ(count_of(svg, "<title>node0 - node2: 16 bytes</title>"), 1U);
    EXPECT_EQ(count_of(svg, "<title>node0 - node1: 16 bytes</title>"), 1U);
    const Outcome both = run_program(
        "network_place", {"synthetic:host,hosts=4", "--pattern", "ring", "--svg", "-", "--json", "-"});
    EXPECT_EQ(both.exit_code, 2);
    EXPECT_THAT(both.err, HasSubstr("--svg -: --json - is on stdout already"));
}

TEST(NetworkPlace, ValuesAPlacementOfTheUsersOwnAsItValuedItself) {
    const fabricmap::testing::TemporaryFolder folder;
    const std::vector<std::string> words{tree, "--pattern", "groups:8x4", "--hosts", dealt, "--quiet"};
    auto write = words;
    write.insert(write.end(), {"-o", folder / "placed", "--to", "seq,cray,hydra"});
    ASSERT_EQ(run_program("network_place", write).exit_code, 0);
    for (const char* const file : {"placed.seq", "placed.rank_order", "placed.hydra"}) {
        auto value = words;
        value.insert(value.end(), {"--value", folder / file, "--json", "-"});
        const Outcome outcome = run_program("network_place", value);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const auto json = nlohmann::json::parse(outcome.out);
        const auto own = json.at("others").back();
        EXPECT_EQ(own.at("name"), file);
        EXPECT_NEAR(own.at("value").at("delay_s").get<double>(), json.at("found").at("delay_s").get<double>(),
                    1e-12);
    }
}

TEST(NetworkPlace, IsJudgedByAnotherRun) {
    const Outcome outcome = run_program(
        "network_place", {tree, "--pattern", "groups:8x4", "--hosts", dealt, "--judge", tree + ",seed=9"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Judged by"));
}

TEST(NetworkPlace, NamesHostsThatItDoesNotUse) {
    const Outcome outcome =
        run_program("network_place", {tree + ";fault,slow-node,host=7,factor=2", "--pattern", "ring:16",
                                      "--avoid-faulty", "--avoid", "node03"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Not used: node03 (--avoid)"));
    EXPECT_THAT(outcome.out, HasSubstr("Not used: node07 (node07 "));
}

TEST(NetworkPlace, SaysWhichShareOfThePairsIsGuessed) {
    const fabricmap::testing::TemporaryFolder folder;
    const std::string scenario =
        tree.substr(std::string("synthetic:").size()) + ";fault,dead-pair,between=3,4";
    const Outcome outcome = run_program("network_place", {"synthetic:" + scenario, "--pattern", "ring"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out.substr(0, outcome.out.find('\n')),
                HasSubstr("the map is incomplete: 0.202 % of the pairs of hosts were not measured"));
}

TEST(NetworkPlace, WritesTheSameBytesOnOneCoreAndOnTwo) {
    const fabricmap::testing::TemporaryFolder folder;
    const std::string program = std::string(PROGRAMS) + "/network_place";
    std::set<std::string> outputs;
    for (const std::vector<std::string>& prefix :
         std::vector<std::vector<std::string>>{{}, {}, {"taskset", "-c", "0"}}) {
        std::vector<std::string> words = prefix;
        if (!words.empty()) words.front() = "/usr/bin/taskset";
        words.insert(words.end(),
                     {program, tree, "--pattern", "random:degree=4", "--hosts", dealt, "--json", "-"});
        const Outcome outcome = fabricmap::testing::run(words);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        outputs.insert(outcome.out);
    }
    EXPECT_EQ(outputs.size(), 1U);
}

}  // namespace
}  // namespace fabricmap
