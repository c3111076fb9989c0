// SPDX-License-Identifier: Apache-2.0
// What a user types, and what the user gets.
#include "netcdf_schema/own/run_copy.hpp"
#include "tests/diagnosis/machines/differing_hosts.hpp"
#include "tests/diagnosis/sampled_fabric.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace fabricmap::diagnosis {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using testing::bytes_of;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::Outcome;
using testing::run_program;
using ::testing::StartsWith;
using testing::TemporaryFolder;

const std::string program = "network_diagnose";
const std::string small_tree = "fat-tree,hosts=16,leaf=4,ranks-per-host=2;noise,2%;sweep,timing=synchronized";
const std::string well = "synthetic:" + small_tree;
const std::string slow = well + ";fault,slow-receiver,host=5,factor=3,from=16K";

Outcome diagnose(const std::vector<std::string>& words, int exit_code) {
    Outcome outcome = run_program(program, words);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    return outcome;
}

void synthesize(const std::string& fabric, const fs::path& prefix,
                const std::vector<std::string>& options = {}) {
    const Outcome outcome = testing::write_synthetic(fabric, prefix, options);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

TEST(Program, EndsWithFourWhereThereAreFaultsAndWithZeroElse) {
    const Outcome faulty = diagnose({slow}, 4);
    EXPECT_THAT(faulty.out, StartsWith("1 fault in 16 hosts: node05 receives"));
    EXPECT_THAT(lines_of(faulty.out).back(),
                StartsWith("RESULT: verdict=faults faults=1 hosts=16 ranks=32 "));
    const Outcome healthy = diagnose({well}, 0);
    EXPECT_THAT(healthy.out, StartsWith("No fault found in 16 hosts."));
    EXPECT_THAT(lines_of(healthy.out).back(),
                StartsWith("RESULT: verdict=healthy faults=0 hosts=16 ranks=32 "));
}

TEST(Program, CountsTheSlowSamplesInTheFilesOfARun) {
    const TemporaryFolder folder;
    testing::SampledFabric fabric({});
    fabric.lose_at_host(5, 0.02, 0.2);
    const fabricmap::Run run = fabric.run();
    copy_run(run, run.statistics(), {folder / "r", RunWriter::Existing::refuse, ""}, [] {});
    EXPECT_THAT(diagnose({folder / "r"}, 4).out, StartsWith("1 fault in 8 hosts: node5 has "));
    testing::write_bytes(folder / "names", "cn[0-7] node[0-7]\n");
    EXPECT_THAT(diagnose({folder / "r", "--names", folder / "names"}, 4).out,
                StartsWith("1 fault in 8 hosts: cn5 has "));
}

TEST(Program, IsQuietWhereAskedTo) {
    const Outcome quiet = diagnose({slow, "--quiet"}, 4);
    EXPECT_THAT(quiet.err, IsEmpty());
    ASSERT_EQ(lines_of(quiet.out).size(), 1);
    EXPECT_EQ(lines_of(quiet.out).front(), lines_of(diagnose({slow}, 4).out).back());
}

TEST(Program, DescribesItself) {
    EXPECT_THAT(diagnose({"--help"}, 0).out, AllOf(HasSubstr("--baseline"), HasSubstr("Exit codes")));
    EXPECT_THAT(diagnose({"--version"}, 0).out, StartsWith("network_diagnose"));
}

TEST(Program, StatesFirstWhyItDoesNotJudgeByTheMedian) {
    const TemporaryFolder folder;
    synthesize(small_tree, folder / "r");
    fs::remove(folder / "r_median.nc");
    const Outcome judged = diagnose({folder / "r", "--json", folder / "r.json"}, 0);
    EXPECT_THAT(judged.out.substr(0, judged.out.find("\n\n")), HasSubstr("Judged by the min: "));
    const auto json = nlohmann::json::parse(bytes_of(folder / "r.json"));
    EXPECT_THAT(json.at("basis").at("reason_without_median").get<std::string>(),
                EndsWith("has no median file"));
}

TEST(Program, WritesJsonThatHasWhatTheReportReports) {
    const TemporaryFolder folder;
    const std::string both = slow + ";break,at=8K,jump=20us";
    diagnose({both, "--json", folder / "a.json"}, 4);
    const auto json = nlohmann::json::parse(bytes_of(folder / "a.json"));
    EXPECT_EQ(json.at("schema_version"), 3);
    EXPECT_TRUE(json.at("run").is_object());
    ASSERT_EQ(json.at("findings").size(), 1);
    const auto& finding = json.at("findings").front();
    EXPECT_EQ(finding.at("kind"), "slow_node");
    EXPECT_EQ(finding.at("hosts"), nlohmann::json({"node05"}));
    EXPECT_EQ(finding.at("ranks"), nlohmann::json({10, 11}));
    EXPECT_EQ(finding.at("side"), "receiver");
    EXPECT_NEAR(finding.at("factor").get<double>(), 3, 0.1);
    EXPECT_EQ(finding.at("from_length_bytes"), 16384);
    EXPECT_GT(finding.at("confidence").get<double>(), 0.99);
    EXPECT_GT(finding.at("severity").get<double>(), 0);
    EXPECT_TRUE(finding.at("evidence").is_object());
    EXPECT_FALSE(finding.at("advice").get<std::string>().empty());
    ASSERT_FALSE(json.at("thresholds").empty());
    for (const auto& threshold : json.at("thresholds")) {
        EXPECT_TRUE(threshold.at("class").is_string());
        EXPECT_EQ(threshold.at("length_bytes"), nlohmann::json({4096, 8192}));
        EXPECT_NEAR(threshold.at("jump_s").get<double>(), 20e-6, 2e-6);
        EXPECT_EQ(threshold.at("scope"), "software");
    }
    EXPECT_TRUE(json.at("topology").is_object());
    EXPECT_FALSE(json.at("not_examined").empty());
}

TEST(Program, WritesAllItsReportsAtOnceAndAgain) {
    const TemporaryFolder folder;
    for (int time = 0; time < 2; ++time) {
        diagnose({slow, "--json", folder / "a.json", "--html", folder / "a.html", "--prometheus",
                  folder / "a.prom", "--topology-out", folder / "a.dot"},
                 4);
        EXPECT_THAT(bytes_of(folder / "a.html"), AllOf(HasSubstr("node05"), HasSubstr("</html>")));
        EXPECT_THAT(bytes_of(folder / "a.prom"), AllOf(HasSubstr("fabricmap"), EndsWith("\n")));
        EXPECT_THAT(bytes_of(folder / "a.dot"), HasSubstr("node05"));
        diagnose({slow, "--topology-out", folder / "a.conf", "--quiet"}, 4);
        EXPECT_THAT(bytes_of(folder / "a.conf"), HasSubstr("SwitchName="));
    }
    for (const auto& entry : fs::directory_iterator(folder.path()))
        EXPECT_NE(entry.path().extension(), ".partial") << entry.path();
}

TEST(Program, LooksForOnePartOnlyWhereAskedTo) {
    const std::string both = slow + ";break,at=8K,jump=20us";
    const auto result = [&](const std::string& part, int exit_code) {
        return diagnose({both, "--only", part, "--quiet"}, exit_code).out;
    };
    EXPECT_THAT(result("anomalies", 4), AllOf(HasSubstr("faults=1 "), HasSubstr("thresholds=0 ")));
    EXPECT_THAT(result("thresholds", 0), AllOf(HasSubstr("faults=0 "), Not(HasSubstr("thresholds=0 "))));
    EXPECT_THAT(result("topology", 0), AllOf(HasSubstr("faults=0 "), HasSubstr("thresholds=0 ")));
    EXPECT_THAT(diagnose({both, "--only", "topology", "--verbose"}, 0).out, HasSubstr("leaf 4: node[12-15]"));
    EXPECT_THAT(diagnose({slow, "--baseline", well, "--only", "comparison", "--quiet"}, 4).out,
                AllOf(HasSubstr("slow_node=0 "), HasSubstr("regression=1 ")));
}

TEST(Program, EndsWithZeroWhereThingsHaveOnlyImproved) {
    const Outcome outcome = diagnose({well + ",seed=3", "--baseline", slow}, 0);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("improvement=1"), HasSubstr("faults=0 "), HasSubstr("node05")));
}

TEST(Program, TakesSeveralBaselines) {
    const TemporaryFolder folder;
    synthesize(small_tree, folder / "b1");
    synthesize(small_tree, folder / "b2", {"--seed", "8"});
    const std::string files =
        fmt::format("{},{}", (folder / "b1").string(), (folder / "b2_median.nc").string());
    for (const std::string& baseline :
         {files, fmt::format("{},{}", well, well), fmt::format("{},{}", files, well)}) {
        diagnose({slow, slow, "--baseline", baseline, "--json", folder / "a.json"}, 4);
        const auto json = nlohmann::json::parse(bytes_of(folder / "a.json"));
        EXPECT_EQ(json.at("comparison").at("baseline_runs"), baseline.starts_with(files + ",") ? 3 : 2);
        EXPECT_EQ(json.at("findings").size(), 1);
        EXPECT_EQ(json.at("findings").front().at("kind"), "regression");
    }
}

TEST(Program, ReadsAPrefixAndAnyOneOfItsFilesAlike) {
    const TemporaryFolder folder;
    synthesize(small_tree + ";fault,noisy-node,host=9,factor=5;fault,slow-receiver,host=5,factor=3",
               folder / "run");
    const auto found_by = [&](const std::string& name) {
        return diagnose({folder / name, "--quiet"}, 4).out;
    };
    const std::string expected = found_by("run");
    EXPECT_THAT(expected, AllOf(HasSubstr("slow_node=1 "), HasSubstr("noisy_node=1 ")));
    EXPECT_EQ(found_by("run_median.nc"), expected);
    // Another file that is named is the one that is judged; its siblings still show spreads.
    for (const std::string name : {"run_average.nc", "run_min.nc"})
        EXPECT_THAT(found_by(name), HasSubstr("noisy_node=1 ")) << name;
}

TEST(Program, ReadsFilesAsItReadsTheScenarioTheyCameFrom) {
    const TemporaryFolder folder;
    const std::string fabric = small_tree + ";fault,slow-sender,host=5,factor=1.5";
    synthesize(fabric, folder / "run");
    const auto findings_of = [&](const std::string& name) {
        diagnose({name, "--json", folder / "a.json", "--quiet"}, 4);
        return nlohmann::json::parse(bytes_of(folder / "a.json")).at("findings");
    };
    const auto of_files = findings_of(folder / "run");
    const auto of_scenario = findings_of("synthetic:" + fabric);
    ASSERT_EQ(of_files.size(), 1);
    EXPECT_EQ(of_files.front().at("hosts"), of_scenario.front().at("hosts"));
    EXPECT_NEAR(of_files.front().at("factor").get<double>(), of_scenario.front().at("factor").get<double>(),
                1e-4);
}

TEST(Program, ReadsAnArchiveOfTheRun) {
    const TemporaryFolder folder;
    synthesize(small_tree + ";fault,slow-sender,host=5,factor=1.5", folder / "run");
    const Outcome archived =
        run_program("network_clusterizer", {folder / "run", "-o", folder / "small", "--quiet"});
    ASSERT_EQ(archived.exit_code, 0) << archived.err;
    EXPECT_THAT(diagnose({folder / "small"}, 4).out, StartsWith("1 fault in 16 hosts: node05 sends"));
    EXPECT_THAT(diagnose({folder / "small_median_arc.nc"}, 4).out,
                StartsWith("1 fault in 16 hosts: node05 sends"));
}

TEST(Program, WritesAReportToStdoutInPlaceOfTheTerminals) {
    const Outcome outcome = diagnose({slow, "--json", "-"}, 4);
    EXPECT_EQ(nlohmann::json::parse(outcome.out).at("faults"), 1);
    EXPECT_EQ(diagnose({slow, "--json", "-", "--html", "-"}, 2).out, "");
}

TEST(Program, AccusesNoLinkForTheClusterOfItsValues) {
    const TemporaryFolder folder;
    for (int seed = 1; seed <= 10; ++seed) {
        const std::string name = fmt::format("healthy{}", seed);
        synthesize("fat-tree,hosts=64,leaf=8;noise,3%", folder / name,
                   {"--lengths", "0,1K,64K,1M", "--seed", fmt::format("{}", seed)});
        ASSERT_EQ(
            run_program("network_clusterizer", {folder / name, "-o", folder / ("arc" + name), "--quiet"})
                .exit_code,
            0);
        EXPECT_THAT(diagnose({folder / ("arc" + name)}, 0).out,
                    HasSubstr("RESULT: verdict=healthy faults=0 "));
    }
}

/// What hosts differ by parts the values of a pair's lengths among clusters.
TEST(Program, AccusesNobodyInArchivesOfHostsThatDiffer) {
    const TemporaryFolder folder;
    for (std::uint64_t number = 1; number <= 4; ++number) {
        const fs::path prefix = folder / fmt::format("differing{}", number);
        const fs::path archive = folder / fmt::format("small{}", number);
        const testing::HeldRun held = testing::run_of_differing_hosts(testing::machine_with(64), number);
        const fabricmap::Run run = held.run();
        copy_run(run, run.statistics(), {prefix, RunWriter::Existing::refuse, ""}, [] {});
        ASSERT_EQ(run_program("network_clusterizer", {prefix, "-o", archive, "--quiet"}).exit_code, 0);
        EXPECT_THAT(diagnose({archive}, 0).out, HasSubstr("RESULT: verdict=healthy faults=0 "));
    }
}

TEST(Program, ReportsNothingThatAnArchiveMayOweToItsClusters) {
    const TemporaryFolder folder;
    synthesize(small_tree + ";fault,slow-sender,host=5,factor=1.07", folder / "run");
    EXPECT_THAT(diagnose({folder / "run"}, 4).out, StartsWith("1 fault in 16 hosts: node05 sends"));
    ASSERT_EQ(run_program("network_clusterizer",
                          {folder / "run", "-o", folder / "small", "--quiet", "--threshold", "20%"})
                  .exit_code,
              0);
    const std::string archived = diagnose({folder / "small"}, 0).out;
    EXPECT_THAT(archived, HasSubstr("by which values of the"));
    EXPECT_THAT(archived, HasSubstr("RESULT: verdict=healthy faults=0 "));
}

TEST(Program, JudgesTwoModesOfOneMachine) {
    const TemporaryFolder folder;
    const std::string fabric = small_tree + ";fault,half-duplex,host=9";
    synthesize(fabric, folder / "run");
    synthesize(fabric, folder / "async", {"-t", "async_one_to_one"});
    EXPECT_THAT(diagnose({folder / "run", folder / "async"}, 4).out, HasSubstr("half_duplex_link=1"));
    EXPECT_THAT(diagnose({folder / "run"}, 0).out, HasSubstr("no async_one_to_one run"));
}

TEST(Program, NamesHostsThatSitElsewhereThanDeclared) {
    const TemporaryFolder folder;
    std::ofstream(folder / "topology.conf") << "SwitchName=leaf0 Nodes=node[00-02,07]\n"
                                               "SwitchName=leaf1 Nodes=node[04-06,03]\n"
                                               "SwitchName=leaf2 Nodes=node[08-11]\n"
                                               "SwitchName=leaf3 Nodes=node[12-15]\n"
                                               "SwitchName=spine Switches=leaf[0-3]\n";
    EXPECT_THAT(diagnose({well, "--topology", folder / "topology.conf"}, 4).out,
                AllOf(HasSubstr("node03 is not on its declared switch"),
                      HasSubstr("node07 is not on its declared switch"), HasSubstr("topology_mismatch=2")));
}

TEST(SlurmDrain, PrintsTheCommandsForNodeFaultsAlone) {
    const Outcome outcome =
        diagnose({slow + ";fault,slow-switch,switch=3,side=sender,factor=1.5", "--slurm-drain"}, 4);
    ASSERT_EQ(lines_of(outcome.out).size(), 1) << outcome.out;
    EXPECT_THAT(outcome.out, StartsWith("scontrol update nodename=node05 state=drain reason=\"fabricmap: "));
}

TEST(SlurmDrain, PrintsNoMoreHostsThanAllowed) {
    std::string many = well;
    for (const int host : {1, 6, 9, 14}) many += fmt::format(";fault,slow-node,host={},factor=2", host);
    const auto drained = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {many, "--slurm-drain"});
        const std::vector<std::string> lines = lines_of(diagnose(options, 4).out);
        return std::count_if(lines.begin(), lines.end(),
                             [](const std::string& line) { return line.starts_with("scontrol "); });
    };
    EXPECT_EQ(drained({"--max-drain", "4"}), 4);
    EXPECT_EQ(drained({"--max-drain", "2"}), 2);
    EXPECT_EQ(drained({"--max-drain", "0"}), 0);
    EXPECT_LE(drained({}), 3);
}

TEST(SlurmDrain, IsACommentWhereNothingIsWrong) {
    for (const std::string& line : lines_of(diagnose({well, "--slurm-drain"}, 0).out))
        EXPECT_THAT(line, StartsWith("#"));
}

Outcome in_a_shell(const std::string& words) {
    return testing::run({"/bin/sh", "-c", words});
}

TEST(Outputs, ThatCannotBeWrittenWholeAreNotThere) {
    const TemporaryFolder folder;
    const std::string page = folder / "a.html";
    testing::write_bytes(page, "an earlier report");
    const Outcome outcome = in_a_shell(fmt::format(
        "trap '' XFSZ; ulimit -f 4; exec {}/{} '{}' --quiet --html {}", PROGRAMS, program, slow, page));
    EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("a.html"));
    EXPECT_EQ(bytes_of(page), "an earlier report");
    EXPECT_FALSE(fs::exists(page + ".partial"));
}

TEST(Outputs, ToAFullScreenAreNotLostInSilence) {
    for (const std::string option : {"", "--quiet", "--slurm-drain", "--help"}) {
        const Outcome outcome =
            in_a_shell(fmt::format("exec {}/{} '{}' {} > /dev/full", PROGRAMS, program, slow, option));
        EXPECT_EQ(outcome.exit_code, 3) << option;
        EXPECT_THAT(outcome.err, HasSubstr("stdout")) << option;
    }
}

TEST(Program, EndsWithFiveWhereTheRunCannotShowAFault) {
    const std::string short_messages = small_tree + ";sweep,lengths=0,1K";
    const Outcome undecided = diagnose({"synthetic:" + short_messages}, 5);
    EXPECT_THAT(undecided.out, StartsWith("Undecided for 16 hosts. No message above 1K was measured"));
    EXPECT_THAT(lines_of(undecided.out).back(), StartsWith("RESULT: verdict=undecided faults=0 "));
    EXPECT_THAT(undecided.out, HasSubstr("Not looked at: messages above 1K, load, changes over time."));
    EXPECT_THAT(lines_of(diagnose({"synthetic:" + short_messages, "--only", "topology"}, 0).out).back(),
                StartsWith("RESULT: verdict=not_sought "));
}

}  // namespace
}  // namespace fabricmap::diagnosis
