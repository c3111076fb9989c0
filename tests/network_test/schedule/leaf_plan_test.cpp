// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/leaf_plan.hpp"

#include "base/errors.hpp"
#include "tests/expectations.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricmap::network_test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

/// Hosts "L.H" with so many ranks each, for leaves of so many hosts.
PerRank<RankLocation> job_of(const std::vector<int>& hosts_of_leaf, int ranks_per_host) {
    PerRank<RankLocation> locations;
    int node = 0;
    for (std::size_t leaf = 0; leaf < hosts_of_leaf.size(); ++leaf) {
        for (int host = 0; host < hosts_of_leaf[leaf]; ++host, ++node) {
            for (int rank = 0; rank < ranks_per_host; ++rank)
                locations.push_back({fmt::format("h{}-{}", leaf, host), node});
        }
    }
    return locations;
}

DeclaredTopology topology_of(const std::vector<int>& hosts_of_leaf) {
    DeclaredTopology topology;
    for (std::size_t leaf = 0; leaf < hosts_of_leaf.size(); ++leaf) {
        DeclaredSwitch& declared = topology.switches.emplace_back();
        declared.name = fmt::format("leaf{}", leaf);
        for (int host = 0; host < hosts_of_leaf[leaf]; ++host)
            declared.nodes.push_back(fmt::format("h{}-{}", leaf, host));
    }
    topology.switches.push_back({"spine", {}, {"leaf0", "leaf1"}});
    return topology;
}

TEST(LeafStreams, AreOfAsManyHostsALeafAsLetTheMostTakePart) {
    const std::vector<int> sizes{4, 4, 3, 1};
    const LeafStreams streams = leaf_streams_of(job_of(sizes, 1), topology_of(sizes), {});
    EXPECT_THAT(streams.leaves, ElementsAre("leaf0", "leaf1", "leaf2"));
    EXPECT_THAT(streams.leaf_of_rank, ElementsAre(0, 0, 0, -1, 1, 1, 1, -1, 2, 2, 2, -1));
}

TEST(LeafStreams, CountConnectionsAsFlows) {
    const std::vector<int> sizes{8, 8};
    const PerRank<RankLocation> job = job_of(sizes, 2);
    const LeafStreams streams = leaf_streams_of(job, topology_of(sizes), {16, 4});
    EXPECT_EQ(streams.partners_per_rank, 2);
    EXPECT_EQ(streams.flows_per_host, 16);
    EXPECT_EQ(leaf_streams_of(job, topology_of(sizes), {1, 1}).flows_per_host, 2) << "a flow for each rank";
    EXPECT_EQ(leaf_streams_of(job, topology_of(sizes), {1000, 1}).partners_per_rank, 16)
        << "all that there are";
}

TEST(LeafStreams, LeaveOutHostsThatNoLeafHasOrSeveralHave) {
    const std::vector<int> sizes{2, 2, 2};
    DeclaredTopology topology = topology_of(sizes);
    topology.switches[0].nodes.pop_back();
    topology.switches[1].nodes.emplace_back("h2-0");
    EXPECT_THAT(leaf_streams_of(job_of(sizes, 1), topology, {}).leaf_of_rank,
                ElementsAre(0, -1, 1, -1, -1, 2));
}

TEST(LeafStreams, TakeTwoLeaves) {
    const std::vector<int> sizes{4};
    const auto refused = fabricmap::testing::error_of<UsageError>(
        [&] { (void)leaf_streams_of(job_of(sizes, 1), topology_of(sizes), {}); });
    EXPECT_THAT(refused, HasSubstr("the job's hosts are on 1 of its leaves"));
}

RC_GTEST_PROP(LeafPlan, SendsFromEachLeafToEachAndAsMuchToEachRank, ()) {
    const int leaves = *rc::gen::inRange(2, 6);
    const int hosts = *rc::gen::inRange(1, 6);
    const int ranks = *rc::gen::inRange(1, 4);
    const std::int64_t flows = *rc::gen::inRange(1, 40);
    const std::vector<int> sizes(static_cast<std::size_t>(leaves), hosts);
    const PerRank<RankLocation> job = job_of(sizes, ranks);
    const LeafStreams streams = leaf_streams_of(job, topology_of(sizes), {flows, 1});
    const LeafPlan plan(streams, job);
    RC_ASSERT(plan.steps() == leaves - 1);
    std::set<std::pair<std::int64_t, std::int64_t>> met;
    for (std::int64_t step = 0; step < plan.steps(); ++step) {
        std::map<int, std::vector<int>> senders;
        for (const RankIndex rank : job.indices()) {
            const std::vector<int> receivers = plan.receivers_from(rank, step);
            RC_ASSERT(std::set<int>(receivers.begin(), receivers.end()).size() == receivers.size());
            std::set<int> hosts_met;
            for (const int receiver : receivers) {
                senders[receiver].push_back(rank);
                hosts_met.insert(job[RankIndex{receiver}].node);
                met.insert({streams.leaf_of_rank[static_cast<std::size_t>(rank)],
                            streams.leaf_of_rank[static_cast<std::size_t>(receiver)]});
            }
            RC_ASSERT(std::ssize(hosts_met) == std::min<std::ptrdiff_t>(hosts, std::ssize(receivers)));
        }
        for (const RankIndex rank : job.indices()) {
            std::vector<int> expected = plan.senders_to(rank, step);
            std::sort(expected.begin(), expected.end());
            RC_ASSERT(senders[rank] == expected);
            RC_ASSERT(std::ssize(expected) == streams.partners_per_rank);
        }
    }
    RC_ASSERT(std::ssize(met) == std::ptrdiff_t{leaves} * (leaves - 1));
}

TEST(LeafPlan, OfRanksOfAHostLeadsToOtherHostsWhereThereAreEnough) {
    const std::vector<int> sizes{8, 8};
    const PerRank<RankLocation> job = job_of(sizes, 2);
    const LeafPlan plan(leaf_streams_of(job, topology_of(sizes), {8, 1}), job);
    std::set<int> nodes;
    for (const int rank : {0, 1}) {
        for (const int receiver : plan.receivers_from(RankIndex{rank}, 0))
            nodes.insert(job[RankIndex{receiver}].node);
    }
    EXPECT_THAT(nodes, SizeIs(8));
}

}  // namespace
}  // namespace fabricmap::network_test
