// SPDX-License-Identifier: Apache-2.0
#include "measuring/adapters/adapter_list.hpp"

#include "measuring/rank_adapters.hpp"
#include "tests/measuring/adapters/system_tree.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::SystemTree;

std::vector<std::string> texts_of(const SystemTree& tree) {
    std::vector<std::string> texts;
    for (const Adapter& adapter : adapters_of(tree.root())) texts.push_back(adapter.text());
    return texts;
}

/// Eight adapters and eight GPUs, four of each on a socket, each GPU below the switch of its adapter.
void add_eight(const SystemTree& tree) {
    for (int number = 0; number < 8; ++number) {
        const int numa = number / 4;
        const std::string bridge = fmt::format("pci0000:{0}0/0000:{0}0:01.0", number + 1);
        const auto adapter =
            tree.device(fmt::format("{}/0000:{}1:00.0", bridge, number + 1), numa, number == 5 ? 8 : 16);
        tree.verbs(fmt::format("mlx5_{}", number), adapter, number == 3 ? "1: DOWN" : "4: ACTIVE",
                   "200 Gb/sec (4X HDR)");
        tree.gpu(fmt::format("{}/0000:{}2:00.0", bridge, number + 1), numa);
    }
}

TEST(AdapterList, IsEmptyWhereThereIsNone) {
    const SystemTree tree;
    EXPECT_THAT(texts_of(tree), IsEmpty());
    EXPECT_THAT(adapters_of(tree.root() / "no such folder"), IsEmpty());
}

TEST(AdapterList, TellsAnEthernetInterfaceAndItsRate) {
    const SystemTree tree;
    tree.interface("eth0", tree.device("pci0000:00/0000:00:03.0", -1), "up", "1", 100);
    tree.interface("docker0", {}, "up");
    EXPECT_THAT(texts_of(tree), ElementsAre("eth0 0.1 Gbit/s"));
}

TEST(AdapterList, TakesInterfacesWithoutHardwareWhereThereIsNoOther) {
    const SystemTree tree;
    tree.interface("veth0", {}, "up", "1", 10000);
    EXPECT_THAT(texts_of(tree), ElementsAre("veth0 10 Gbit/s"));
}

TEST(AdapterList, TellsWhichOfEightIsDownAndWhichHasTooFewLanes) {
    const SystemTree tree;
    add_eight(tree);
    const std::vector<std::string> texts = texts_of(tree);
    ASSERT_EQ(texts.size(), 8U);
    EXPECT_EQ(texts[0], "mlx5_0 200 Gbit/s");
    EXPECT_EQ(texts[3], "mlx5_3 down");
    EXPECT_EQ(texts[5], "mlx5_5 200 Gbit/s PCIe x8 of x16");
}

TEST(AdapterList, TakesTheMembersOfABondTogether) {
    const SystemTree tree;
    tree.interface("eth0", tree.device("pci0000:00/0000:00:03.0", 0), "up");
    tree.interface("eth1", tree.device("pci0000:00/0000:00:04.0", 0), "down");
    tree.bond("bond0", "eth0 eth1");
    tree.join("eth0", "bond0");
    tree.join("eth1", "bond0");
    EXPECT_THAT(texts_of(tree), ElementsAre("bond0 1 of 2 up 2 Gbit/s"));
}

TEST(AdapterList, CountsWhatAnAdapterSendsByVerbsAndByItsInterface) {
    const SystemTree tree;
    const auto device = tree.device("pci0000:40/0000:41:00.0", 0);
    tree.verbs("mlx5_0", device, "4: ACTIVE", "100 Gb/sec (4X EDR)");
    tree.interface("ens1", device, "up");
    const std::vector<Adapter> adapters = adapters_of(tree.root());
    ASSERT_EQ(adapters.size(), 1U);
    EXPECT_EQ(bytes_sent(adapters.front()), 4 * 1000 + 500);
}

TEST(AdapterList, NamesTheSecondPortOfAnAdapter) {
    const SystemTree tree;
    const auto device = tree.device("pci0000:40/0000:41:00.0", 0);
    tree.verbs("mlx5_0", device, "4: ACTIVE", "100 Gb/sec (4X EDR)");
    tree.verbs("mlx5_0", device, "4: ACTIVE", "100 Gb/sec (4X EDR)", 2);
    EXPECT_THAT(texts_of(tree), ElementsAre("mlx5_0 100 Gbit/s", "mlx5_0:2 100 Gbit/s"));
}

TEST(AdaptersNear, AreThoseOfTheSocketOrOfTheGpu) {
    const SystemTree tree;
    add_eight(tree);
    const std::vector<Adapter> adapters = adapters_of(tree.root());
    EXPECT_THAT(adapters_near(adapters, {}, 1), ElementsAre("mlx5_4", "mlx5_5", "mlx5_6", "mlx5_7"));
    const std::vector<Gpu> gpus = gpus_of(tree.root());
    ASSERT_EQ(gpus.size(), 8U);
    EXPECT_EQ(gpus[6].bus_address, "0000:72:00.0");
    EXPECT_THAT(adapters_near(adapters, gpus[6].device, 1), ElementsAre("mlx5_6"));
    EXPECT_THAT(adapters_near(adapters, {}, -1), IsEmpty());
}

TEST(AdaptersNear, AreTheOnlyOneWhereverItIs) {
    const SystemTree tree;
    tree.interface("eth0", tree.device("pci0000:00/0000:00:03.0", -1), "up");
    EXPECT_THAT(adapters_near(adapters_of(tree.root()), {}, 0), ElementsAre("eth0"));
}

TEST(AdaptersUsed, AreThoseThatCountedAGoodPartOfWhatWasSent) {
    const SystemTree tree;
    for (const char* const name : {"eth0", "eth1", "eth2"})
        tree.interface(name, tree.device(fmt::format("pci0000:00/{}", name), -1), "up");
    const std::vector<Adapter> adapters = adapters_of(tree.root());
    EXPECT_THAT(adapters_used(adapters, {0, 0, 0}, {900, 1, 0}, 1000), ElementsAre("eth0"));
    EXPECT_THAT(adapters_used(adapters, {0, 7, 0}, {480, 527, 90}, 1000), ElementsAre("eth0", "eth1"));
    EXPECT_THAT(adapters_used(adapters, {std::nullopt, 0, 0}, {std::nullopt, 0, 0}, 1000), IsEmpty());
}

}  // namespace
}  // namespace fabricmap
