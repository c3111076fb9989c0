// SPDX-License-Identifier: Apache-2.0
// The rules over maps name the parts that a scenario planted, and no other.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace fabricmap::testing {
namespace {

using Json = nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

using Parts = std::set<std::string>;

const std::string racks = "fat-tree,hosts=16,leaf=8;noise,2%";

/// The problems that were found, each with its parts.
std::map<std::string, Parts> problems_of(std::vector<std::string> words) {
    words.insert(words.begin(), "check");
    words.insert(words.end(), {"--json", "-"});
    const Outcome outcome = run_program("network_rules", std::move(words));
    EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 4) << outcome.err;
    std::map<std::string, Parts> problems;
    const Json report = Json::parse(outcome.out);
    for (const Json& rule : report.at("rules")) {
        if (rule.contains("not_judged") || rule.at("severity") == 0) continue;
        for (const Json& finding : rule.at("findings")) problems[rule.at("name")].insert(finding.at("part"));
    }
    return problems;
}

std::string synthetic(const std::string& statements) {
    return "synthetic:" + statements;
}

TEST(MapRules, NameASlowHost) {
    EXPECT_THAT(problems_of({"--map", synthetic(racks + ";fault,slow-node,host=5,factor=3")}),
                ElementsAre(Pair("slow_node", ElementsAre("node05"))));
}

/// Delays one way are half of what the message takes there and back but for what grows with its length, so
/// that short messages of the way back are slow too.
TEST(MapRules, NameASlowLink) {
    const auto problems =
        problems_of({"--map", synthetic(racks + ";fault,slow-link,sender=2,receiver=9,factor=3")});
    ASSERT_EQ(problems.count("slow_link"), 1U);
    EXPECT_TRUE(problems.at("slow_link").contains("link node02 -> node09"));
    for (const auto& [rule, parts] : problems) {
        EXPECT_THAT(rule, ::testing::AnyOf("slow_link", "asymmetric_pair"));
        for (const std::string& part : parts)
            EXPECT_THAT(part, ::testing::AnyOf("link node02 -> node09", "link node09 -> node02"));
    }
}

class MapRulesOfModes : public ::testing::Test {
  protected:
    std::string write(const std::string& name, const std::string& scenario, const std::string& mode) {
        const Outcome outcome =
            write_synthetic(scenario, folder_ / name, {"--type", mode, "--lengths", "0,4K,64K,1M"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return folder_ / name;
    }
    TemporaryFolder folder_;
};

TEST_F(MapRulesOfModes, NameAHalfDuplexLink) {
    const std::string quiet = write("quiet", racks, "one_to_one");
    const std::string both = write("both", racks + ";fault,half-duplex,between=3,7", "async_one_to_one");
    EXPECT_THAT(problems_of({"--map", quiet, "--map", both}),
                ElementsAre(Pair("half_duplex",
                                 UnorderedElementsAre("link node03 -> node07", "link node07 -> node03"))));
}

/// A pair that is slow only while others talk.
TEST_F(MapRulesOfModes, NameANoiseSensitivePair) {
    const std::string quiet = write("quiet", racks, "one_to_one");
    const std::string noisy =
        write("noisy", racks + ";fault,slow-link,sender=2,receiver=5,factor=3", "test_noise");
    EXPECT_THAT(problems_of({"--map", quiet, "--map", noisy, "--skip", "asymmetric_pair"}),
                ElementsAre(Pair("noise_sensitive", ElementsAre("link node02 -> node05"))));
}

TEST_F(MapRulesOfModes, FindNothingOnHealthyMachines) {
    const std::vector<std::string> fabrics{
        "fat-tree,hosts=16,leaf=8;noise,2%",
        "fat-tree,hosts=12,leaf=4,ranks-per-host=2;noise,3%",
        "torus,size=4x4;noise,2%",
        "dragonfly,groups=2,routers=3,hosts-per-router=2;noise,2%",
        "host,hosts=8,ranks-per-host=2,sockets=2;noise,1%",
    };
    int number = 0;
    for (const std::string& fabric : fabrics) {
        for (int seed = 1; seed <= 4; ++seed) {
            std::vector<std::string> words;
            for (const std::string mode : {"one_to_one", "async_one_to_one", "test_noise"}) {
                const std::string prefix = folder_ / fmt::format("{}", number++);
                const Outcome outcome =
                    write_synthetic(fabric, prefix,
                                    {"--type", mode, "--lengths", "0,1K,4K,16K,64K,256K,1M", "--seed",
                                     fmt::format("{}", 10 * seed + number)});
                ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
                words.insert(words.end(), {"--map", prefix});
            }
            EXPECT_TRUE(problems_of(words).empty()) << fabric << " " << seed;
        }
    }
}

/// Within a rack a message takes 1.2 us, between racks 1.4; at 1 MiB a port of 40 Gbit/s needs 210 us.
TEST(MapRules, ListExactlyThePairsThatMissALimit) {
    const TemporaryFolder folder;
    write_bytes(folder / "site.mpr",
                "problem too_slow description \"\" find s type sample in map\n"
                "where not s.same_host and (s.bytes = 0 and s.median > 1.3 us\n"
                "  or s.bytes = 1 MiB and s.bytes / s.median < 10e9)\n"
                "group by s.source_host, s.target_host\n"
                "severity if(s.bytes = 0, 1 - 1.3 us / s.median, 1 - s.bytes / s.median / 10e9);");
    const auto problems = problems_of(
        {folder / "site.mpr", "--map",
         synthetic("fat-tree,hosts=4,leaf=2;fault,slow-port,host=1,side=receiver,rate=40Gbit;noise,0%")});
    EXPECT_THAT(problems,
                ElementsAre(Pair("too_slow",
                                 UnorderedElementsAre(
                                     "link node0 -> node2", "link node0 -> node3", "link node1 -> node2",
                                     "link node1 -> node3", "link node2 -> node0", "link node3 -> node0",
                                     "link node2 -> node1", "link node3 -> node1", "link node0 -> node1"))));
}

TEST(MapRules, NameTheRegressionBetweenTwoRuns) {
    const std::string slow = racks + ";fault,slow-link,sender=4,receiver=12,factor=2";
    const auto problems = problems_of(
        {"--map", synthetic(slow), "--map", "earlier=" + synthetic(racks), "--only", "regression"});
    ASSERT_EQ(problems.size(), 1U);
    for (const std::string& part : problems.at("regression"))
        EXPECT_THAT(part, ::testing::AnyOf("link node04 -> node12", "link node12 -> node04"));
    EXPECT_TRUE(problems.at("regression").contains("link node04 -> node12"));
    EXPECT_TRUE(
        problems_of({"--map", synthetic(slow), "--map", "earlier=" + synthetic(slow), "--only", "regression"})
            .empty());
}

TEST(MapRules, SayWhatIsMissing) {
    const Outcome outcome = run_program("network_rules", {"check", "--map", synthetic(racks)});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("regression: no map named 'earlier' was given (--map earlier=RUN)"));
    EXPECT_THAT(outcome.out, HasSubstr(" rules: no trace was given (--trace TRACE)"));
    expect_refused("network_rules", {{"check", "--map", "no_such_run"}, 3, "no_such_run"});
    expect_refused("network_rules", {{"check", "--map", "earlier="}, 2, "--map earlier=: name a run"});
    expect_refused("network_rules", {{"check"}, 2, "--trace TRACE, --map RUN, or both"});
}

}  // namespace
}  // namespace fabricmap::testing
