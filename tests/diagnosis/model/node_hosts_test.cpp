// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/node_hosts.hpp"

#include "tests/diagnosis/sampled_fabric.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;

/// Hosts node0 to node7.
fabricmap::Run measured_run() {
    fabricmap::Run run = testing::SampledFabric({}).run();
    run.set_bytes(run.stack(Statistic::count));
    run.set_reason_without_median("it is gone");
    RunDescription description = run.description();
    description.excluded_hosts = {"node1", "node2"};
    description.unresponsive_hosts = {"node2"};
    return run.described_as(std::move(description));
}

void expect_all_but_names(const fabricmap::Run& named, const fabricmap::Run& run) {
    EXPECT_EQ(named.statistics(), run.statistics());
    for (const Statistic statistic : run.statistics())
        EXPECT_EQ(named.stack(statistic), run.stack(statistic));
    EXPECT_EQ(named.quality(), run.quality());
    EXPECT_EQ(named.outliers(), run.outliers());
    EXPECT_EQ(named.bytes(), run.bytes());
    EXPECT_EQ(named.label(), run.label());
    EXPECT_EQ(named.named(), run.named());
    EXPECT_EQ(named.reason_without_median(), run.reason_without_median());
}

TEST(NodeHosts, AreCalledByTheirNodesWhereverARunNamesThem) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "names", "cn[0-7] node[0-7]\n");
    const NodeNames names = NodeNames::of_file(folder / "names");
    NodeHosts hosts(names);
    const fabricmap::Run run = measured_run();
    const fabricmap::Run named = hosts.named_in(run);
    for (std::size_t rank = 0; rank < run.description().ranks.size(); ++rank)
        EXPECT_EQ(named.description().ranks[rank].host, fmt::format("cn{}", rank));
    EXPECT_THAT(named.description().excluded_hosts, ElementsAre("cn1", "cn2"));
    EXPECT_THAT(named.description().unresponsive_hosts, ElementsAre("cn2"));
    expect_all_but_names(named, run);
}

TEST(NodeHosts, KeepTheirNamesWithoutATable) {
    const NodeNames names;
    const fabricmap::Run run = measured_run();
    const fabricmap::Run named = NodeHosts(names).named_in(run);
    EXPECT_EQ(named.description().ranks.front().host, "node0");
    EXPECT_THAT(named.description().unresponsive_hosts, ElementsAre("node2"));
    expect_all_but_names(named, run);
}

}  // namespace
}  // namespace fabricmap::diagnosis
