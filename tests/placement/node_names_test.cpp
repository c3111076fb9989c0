// SPDX-License-Identifier: Apache-2.0
// A machine whose hosts call themselves otherwise than Slurm does: what is written for Slurm has its names.
#include "tests/printed_machine.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

namespace fabricmap {
namespace {

using testing::expect_refused;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::run_program;

constexpr std::size_t slow_host = 6;

class NamedMachine : public ::testing::Test {
  protected:
    NamedMachine() {
        std::vector<std::string> hosts;
        for (int n = 0; n < 16; ++n) hosts.push_back(fmt::format("ab-{}.east", 1020 + n));
        testing::write_bytes(folder / "run.txt", testing::printed_machine(hosts, 4, slow_host));
        testing::write_bytes(folder / "slurm.conf",
                             "NodeName=cn[00-15] NodeHostname=ab-[1020-1035] Features=thin CPUs=4\n");
        testing::write_bytes(folder / "topology.conf",
                             "SwitchName=s0 Nodes=cn[00-03]\nSwitchName=s1 Nodes=cn[04-07]\n"
                             "SwitchName=s2 Nodes=cn[08-10,12]\nSwitchName=s3 Nodes=cn[11,13-15]\n"
                             "SwitchName=top Switches=s[0-3]\n");
    }
    [[nodiscard]] std::string at(const std::string& name) const { return folder / name; }
    Outcome diagnose(std::vector<std::string> words) {
        words.insert(words.begin(), at("run.txt"));
        return run_program("network_diagnose", words);
    }

    testing::TemporaryFolder folder;
};

TEST_F(NamedMachine, IsDrainedAndDrawnByTheNamesOfNodes) {
    EXPECT_THAT(diagnose({"--slurm-drain"}).out, HasSubstr("nodename=ab-1026 "));
    for (const std::string option : {"--names", "--kinds"}) {
        const Outcome outcome =
            diagnose({option, at("slurm.conf"), "--slurm-drain", "--topology-out", at("out.conf")});
        EXPECT_EQ(outcome.exit_code, 4);
        EXPECT_EQ(outcome.err, "");
        EXPECT_THAT(outcome.out, HasSubstr("scontrol update nodename=cn06 state=drain "));
        EXPECT_THAT(testing::bytes_of(at("out.conf")), HasSubstr("Nodes=cn[00-03]"));
    }
}

TEST_F(NamedMachine, IsHeldAgainstTheTopologyByTheNamesOfNodes) {
    EXPECT_THAT(diagnose({"--topology", at("topology.conf")}).out,
                HasSubstr("declares none of the run's hosts"));
    const Outcome outcome = diagnose({"--topology", at("topology.conf"), "--names", at("slurm.conf")});
    EXPECT_THAT(outcome.out, HasSubstr("topology_mismatch=2"));
    EXPECT_THAT(outcome.out, HasSubstr("cn11"));
    EXPECT_THAT(outcome.out, HasSubstr("cn12"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("ab-")));
}

TEST_F(NamedMachine, IsComparedWithABaselineThatHasTheNamesOfNodes) {
    std::vector<std::string> nodes;
    for (int n = 0; n < 16; ++n) nodes.push_back(fmt::format("cn{:02}", n));
    testing::write_bytes(at("then.txt"), testing::printed_machine(nodes, 4, nodes.size()));
    EXPECT_EQ(diagnose({"--baseline", at("then.txt")}).exit_code, 2);
    const Outcome outcome = diagnose({"--baseline", at("then.txt"), "--names", at("slurm.conf")});
    EXPECT_THAT(outcome.out, HasSubstr("regression=1"));
}

TEST_F(NamedMachine, IsPlacedByTheNamesOfNodesAndAcceptsBoth) {
    const Outcome outcome =
        run_program("network_place", {at("run.txt"), "--names", at("slurm.conf"), "--pattern",
                                      "groups:2x2,length=64K", "--hosts", "cn08,ab-1020,ab-1029.east,cn01",
                                      "-o", at("placed"), "--to", "slurm,rankfile"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    for (const std::string node : {"cn00\n", "cn01\n", "cn08\n", "cn09\n"})
        EXPECT_THAT(testing::bytes_of(at("placed.slurm")), HasSubstr(node));
    EXPECT_THAT(testing::bytes_of(at("placed.rankfile")), HasSubstr("rank 0=cn"));
    testing::write_bytes(at("own.seq"), "ab-1020\nab-1021.east\ncn08\ncn09\n");
    const Outcome valued = run_program(
        "network_place", {at("run.txt"), "--names", at("slurm.conf"), "--pattern", "groups:2x2,length=64K",
                          "--hosts", "cn[00-01,08-09]", "--avoid", "ab-1030", "--value", at("own.seq")});
    EXPECT_EQ(valued.exit_code, 0) << valued.err;
}

TEST_F(NamedMachine, SaysHowManyHostsAreUnknown) {
    testing::write_bytes(at("some.txt"), "cn06 ab-1026\ncn07 ab-1027\n");
    const Outcome outcome = diagnose({"--names", at("some.txt"), "--slurm-drain"});
    EXPECT_THAT(outcome.err,
                ::testing::StartsWith("network_diagnose: " + at("some.txt") +
                                      ": knows 2 of 16 hosts; 14 keep their names: ab-1020.east"));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
    EXPECT_THAT(outcome.out, HasSubstr("nodename=cn06 "));
    EXPECT_EQ(diagnose({"--names", at("some.txt"), "--quiet"}).err, "");
}

TEST_F(NamedMachine, KeepsANodeNameWithItsDomain) {
    testing::write_bytes(at("names.txt"), "gpu6.west ab-1026\n");
    EXPECT_THAT(diagnose({"--names", at("names.txt"), "--slurm-drain"}).out,
                HasSubstr("nodename=gpu6.west "));
    testing::write_bytes(at("healthy.txt"), testing::printed_machine({"a.x", "b.x", "c.x", "d.x"}, 4, 9));
    EXPECT_THAT(
        run_program("network_diagnose", {at("healthy.txt"), "--names", at("names.txt"), "--slurm-drain"}).out,
        ::testing::StartsWith("#"));
}

TEST_F(NamedMachine, IsRefusedWhereTwoHostsAreOneNode) {
    testing::write_bytes(at("names.txt"), "cn06 ab-1026 ab-1027\n");
    for (const std::string program : {"network_diagnose", "network_place"}) {
        std::vector<std::string> words{at("run.txt"), "--names", at("names.txt")};
        if (program == "network_place") words.insert(words.end(), {"--pattern", "ring"});
        expect_refused(program, {words, 3,
                                 "names.txt: hosts ab-1026.east and ab-1027.east of " + at("run.txt") +
                                     " are the same node cn06; give each a NodeName of its own"});
        words[2] = at("missing");
        expect_refused(program, {words, 3, "missing"});
        words[2] = at("run.txt");
        expect_refused(program, {words, 3, "run.txt:"});
    }
}

TEST_F(NamedMachine, DoesNotGiveItsFilesUpForReports) {
    testing::write_bytes(at("two.txt"), testing::bytes_of(at("run.txt")) + testing::bytes_of(at("run.txt")));
    for (const std::string report : {"slurm.conf", "two.txt"}) {
        expect_refused("network_diagnose",
                       {{at("two.txt") + ":2", "--names", at("slurm.conf"), "--json", at(report)},
                        2,
                        report + ": this is the input itself; choose another name"});
    }
    expect_refused("network_diagnose",
                   {{at("run.txt"), "--json", at("two.txt")}, 2, "two.txt: this file is a measurement"});
}

}  // namespace
}  // namespace fabricmap
