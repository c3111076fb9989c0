// SPDX-License-Identifier: Apache-2.0
#include "scenario/scenario.hpp"

#include "base/errors.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

Scenario read_text(const std::string& text) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "rack.lab", text);
    return read_scenario(folder / "rack.lab");
}

std::string error_in(const std::string& text) {
    return error_of<FileError>([&] { (void)read_text(text); });
}

TEST(ReadScenario, RefusesBytesThatAreNoUtf8BeforeAnythingIsDone) {
    EXPECT_THAT(error_in("title Salle Caf\xe9\nfabric torus size=2x2\n"),
                HasSubstr("rack.lab:1: the byte 0xe9 is not UTF-8; save the scenario as UTF-8"));
    EXPECT_THAT(error_of<FileError>([] { (void)find_scenario("torus,size=2x2;title \xff"); }),
                HasSubstr("the byte 0xff is not UTF-8"));
    EXPECT_EQ(read_text("title Caf\xc3\xa9 # caf\xe9\nfabric torus size=2x2\n").title, "Caf\xc3\xa9");
}

TEST(ReadScenario, TakesEveryStatement) {
    const Scenario scenario = read_text(
        "# comment\n"
        "title two racks  # and more\n"
        "fabric fat-tree hosts=32 ranks-per-host=2 sockets=2 leaf=8x2 oversubscription=2\n"
        "latency base=2us hop=100ns level1=50us socket=200ns host=400ns global=1us\n"
        "bandwidth link=10Gbit socket=8GB host=4GB\n"
        "break at=16K jump=3us where=between-hosts\n"
        "noise 2% tails=heavy\n"
        "jitter 5us\n"
        "sweep type=async_one_to_one lengths=0,64K seed=7 repeats=20\n"
        "\n"
        "fault slow-receiver host=17 factor=3 from=16K\n");
    EXPECT_EQ(scenario.name, "rack");
    EXPECT_EQ(scenario.title, "two racks");
    EXPECT_EQ(scenario.fabric.hosts, 32);
    EXPECT_EQ(scenario.fabric.rank_count(), 64);
    EXPECT_EQ(std::get<FatTree>(scenario.fabric.shape).children, (std::vector<int>{8, 2}));
    EXPECT_DOUBLE_EQ(scenario.latencies.base, 2e-6);
    EXPECT_DOUBLE_EQ(scenario.latencies.by_level.at(1), 50e-6);
    EXPECT_DOUBLE_EQ(scenario.bandwidths.link, 1.25e9);
    ASSERT_EQ(scenario.breaks.size(), 1U);
    EXPECT_EQ(scenario.breaks[0].at_bytes, 16384);
    EXPECT_FALSE(scenario.breaks[0].within_hosts);
    EXPECT_DOUBLE_EQ(scenario.noise.deviation, 0.02);
    EXPECT_TRUE(scenario.noise.heavy_tails);
    EXPECT_DOUBLE_EQ(scenario.jitter_s, 5e-6);
    EXPECT_EQ(scenario.sweep.mode, Mode::async_one_to_one);
    EXPECT_EQ(scenario.sweep.lengths, (std::vector<std::int64_t>{0, 65536}));
    EXPECT_EQ(scenario.sweep.seed, 7U);
    ASSERT_EQ(scenario.faults.size(), 1U);
    EXPECT_EQ(scenario.faults[0].kind, FaultKind::slow_node);
    EXPECT_EQ(scenario.faults[0].side, Side::receiver);
    EXPECT_EQ(scenario.faults[0].part, 17);
    EXPECT_EQ(scenario.faults[0].from_bytes, 16384);
    EXPECT_EQ(name_of(scenario.faults[0]), "slow-receiver");
}

TEST(ReadScenario, NamesFileLineAndRemedyOfWhatIsWrong) {
    EXPECT_THAT(error_in("fabric torus size=4x4\nnoise lots\n"), HasSubstr("rack.lab:2: noise: 'lots'"));
    EXPECT_THAT(error_in("fabric ring size=4\n"), HasSubstr("host, fat-tree, torus and dragonfly"));
    EXPECT_THAT(error_in("fabric torus size=4x4 leaf=3\n"), HasSubstr("there is no leaf= here"));
    EXPECT_THAT(error_in("fabric torus size=4x0\n"), HasSubstr("size=4x0"));
    EXPECT_THAT(error_in("fabric torus\n"), HasSubstr("size= is missing"));
    EXPECT_THAT(error_in("fabric torus size=4x4\nwobble 3\n"), HasSubstr("the statements are: title fabric"));
    EXPECT_THAT(error_in("noise 2%\n"), HasSubstr("the fabric must come first"));
    EXPECT_THAT(error_in("fabric host ranks-per-host=2\nfabric host ranks-per-host=2\n"),
                HasSubstr("there is one already"));
    EXPECT_THAT(error_in("# nothing\n"), HasSubstr("no fabric"));
    EXPECT_THAT(error_in(""), HasSubstr("empty"));
    EXPECT_THAT(error_in("fabric fat-tree hosts=30 leaf=8\n"), HasSubstr("multiple"));
    EXPECT_THAT(error_in("fabric dragonfly groups=5 routers=4 hosts-per-router=2\n"), HasSubstr("routers=5"));
    EXPECT_THAT(error_in("fabric torus size=99999x99999x99999\n"), HasSubstr("hosts"));
    EXPECT_THAT(error_in("fabric host\n"), HasSubstr("1 ranks"));
    EXPECT_THAT(error_in("fabric torus size=4x4 size=2x2\n"), HasSubstr("given twice"));
    EXPECT_THAT(error_in("fabric torus size=4\nsweep lengths=0,much\n"), HasSubstr("'much'"));
    EXPECT_THAT(error_in("fabric torus size=4\nsweep type=put_one_to_one timing=receiver\n"),
                HasSubstr("timing=receiver"));
}

TEST(ReadScenario, RefusesFaultsThatTheFabricHasNoPartFor) {
    const std::string torus = "fabric torus size=4x4\nfault ";
    EXPECT_THAT(error_in(torus + "slow-node host=16 factor=2\n"), HasSubstr("from 0 to 15"));
    EXPECT_THAT(error_in(torus + "slow-node host=1\n"), HasSubstr("factor= is missing"));
    EXPECT_THAT(error_in(torus + "slow-node host=1 factor=0.5\n"), HasSubstr("at least 1"));
    EXPECT_THAT(error_in(torus + "slow-cable between=0,2 factor=2\n"), HasSubstr("not neighbours"));
    EXPECT_THAT(error_in(torus + "slow-cable between=0 factor=2\n"), HasSubstr("between=0"));
    const std::string dragonfly = "fabric dragonfly groups=3 chassis=2 routers=3 hosts-per-router=2\nfault ";
    EXPECT_THAT(error_in(dragonfly + "slow-cable between=0,1 factor=2\n"),
                HasSubstr("the routers of hosts 0 and 1"));
    EXPECT_THAT(error_in(dragonfly + "slow-cable between=0,8 factor=2\n"), HasSubstr("not neighbours"));
    EXPECT_THAT(error_in("fabric fat-tree hosts=8 leaf=4\nfault slow-cable between=0,1 factor=2\n"),
                HasSubstr("only a torus and a dragonfly"));
    EXPECT_THAT(error_in(torus + "slow-switch switch=0 factor=2\n"), HasSubstr("fewer than two switches"));
    EXPECT_THAT(error_in(torus + "slow-link sender=3 receiver=3 factor=2\n"), HasSubstr("must differ"));
    EXPECT_THAT(error_in(torus + "slow-rank rank=1 side=left factor=2\n"), HasSubstr("side=left"));
    EXPECT_THAT(error_in(torus + "broken host=1\n"), HasSubstr("the faults are: slow-sender"));
    EXPECT_THAT(error_in(torus + "slow-port host=1 rate=100\n"), HasSubstr("100Mbit"));
    EXPECT_THAT(error_in(torus + "lost-uplink switch=0 of=8\n"), HasSubstr("only the leaves of a fat-tree"));
    const std::string tree = "fabric fat-tree hosts=8 leaf=4 uplinks=4\nfault ";
    EXPECT_THAT(error_in(tree + "lost-uplink switch=2\n"), HasSubstr("from 0 to 1"));
    EXPECT_THAT(error_in(tree + "lost-uplink switch=1 count=4\n"), HasSubstr("must be smaller than of="));
    EXPECT_THAT(error_in(tree + "lost-uplink switch=1 of=8\n"), HasSubstr("the fabric has uplinks=4"));
    EXPECT_THAT(error_in("fabric fat-tree hosts=8 leaf=4\nfault lost-uplink switch=1\n"),
                HasSubstr("of= is missing"));
    EXPECT_THAT(error_in("fabric fat-tree hosts=8 leaf=4 uplinks=4 oversubscription=2\n"),
                HasSubstr("exclude each other"));
    EXPECT_THAT(error_in(torus + "dead-pair between=1,2 from=16K\n"), HasSubstr("there is no from="));
    EXPECT_THAT(error_in("fabric host ranks-per-host=4\nfault slow-node host=0 factor=2\n"),
                HasSubstr("single host"));
}

TEST(ReadScenario, TakesAlgorithmsOfCollectiveOperations) {
    const Scenario scenario =
        find_scenario("fat-tree,hosts=16,leaf=16;collectives,selector=default,allreduce=lr,bcast=flattree");
    EXPECT_EQ(scenario.collectives.selector, "default");
    EXPECT_EQ(scenario.collectives.by_operation,
              (std::map<std::string, std::string>{{"allreduce", "lr"}, {"bcast", "flattree"}}));
    EXPECT_FALSE(read_text("fabric torus size=4\n").collectives.is_given());
    EXPECT_THAT(error_in("fabric torus size=4\ncollectives allreduce=fast\n"),
                HasSubstr("allreduce=fast: give one of default, impi, lr,"));
    EXPECT_THAT(error_in("fabric torus size=4\ncollectives selector=mine\n"),
                HasSubstr("default, impi, mpich"));
    EXPECT_THAT(error_in("fabric torus size=4\ncollectives scan=lr\n"), HasSubstr("there is no scan= here"));
    EXPECT_THAT(error_in("fabric torus size=4\ncollectives\n"), HasSubstr("such as allreduce=lr"));
}

TEST(FindScenario, ReadsAFabricOnOneLine) {
    const Scenario scenario = find_scenario(
        "fat-tree,hosts=32,leaf=8;noise,2%;fault,half-duplex,between=3,22,from=4K;"
        "sweep,lengths=0,pow2:1:4,seed=3");
    EXPECT_EQ(scenario.fabric.hosts, 32);
    EXPECT_EQ(scenario.faults.at(0).part, 3);
    EXPECT_EQ(scenario.faults.at(0).other_part, 22);
    EXPECT_EQ(scenario.faults.at(0).from_bytes, 4096);
    EXPECT_EQ(scenario.sweep.lengths, (std::vector<std::int64_t>{0, 1, 2, 4}));
    EXPECT_EQ(scenario.sweep.seed, 3U);
}

TEST(FindScenario, AddsStatementsToAFile) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "small.lab", "fabric torus size=4\nnoise 1%\n");
    const Scenario scenario = find_scenario((folder / "small.lab").string() + ";noise,3%");
    EXPECT_DOUBLE_EQ(scenario.noise.deviation, 0.03);
    EXPECT_EQ(scenario.name, "small");
}

TEST(FindScenario, SaysWhatMayBeGivenWhereThereIsNone) {
    EXPECT_THAT(error_of<FileError>([] { (void)find_scenario("nowhere"); }), HasSubstr("network_lab list"));
    EXPECT_THAT(error_of<FileError>([] { (void)find_scenario("two_rack"); }),
                HasSubstr("no scenario has this name; did you mean 'two_racks'?: see network_lab list"));
    EXPECT_THAT(error_of<FileError>([] { (void)find_scenario(""); }), HasSubstr("network_lab list"));
    EXPECT_THAT(error_of<FileError>([] { (void)find_scenario("torus,size=4;;noise"); }),
                HasSubstr("noise 2%"));
}

}  // namespace
}  // namespace fabricmap
