// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "netcdf_schema/open_run.hpp"
#include "placement/machine/faulty_hosts.hpp"
#include "placement/patterns/standard.hpp"
#include "placement/placing/place.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace fabricmap::placement {
namespace {

using ::testing::HasSubstr;

/// Eight leaves of eight; slow hosts in leaves 0, 1, 2 and 3.
constexpr const char* faulty_tree =
    "synthetic:fat-tree,hosts=64,leaf=8;noise,2%;sweep,lengths=0,1K,64K;fault,slow-node,host=1,factor=2;"
    "fault,slow-node,host=9,factor=2;fault,slow-node,host=17,factor=2;fault,slow-node,host=25,factor=2;"
    "fault,slow-node,host=30,factor=2";

TEST(ChosenHosts, AreTwoWholeHealthyLeavesWhereOthersHaveFaultyHosts) {
    const fabricmap::Run run = open_run(faulty_tree);
    Progress progress(false);
    PlaceRequest request;
    for (const FaultyHost& faulty : faulty_hosts_of({run}, progress))
        request.avoided.push_back({faulty.host, faulty.finding});
    ASSERT_EQ(request.avoided.size(), 5U);
    EXPECT_EQ(request.avoided.front().host, "node01");
    EXPECT_THAT(request.avoided.front().reason, HasSubstr("node01"));
    const Placement placement =
        place(host_delays_of(run, [] {}), standard_pattern("all-to-all:16", {}), request, progress);
    std::map<int, int> in_leaf;
    for (const int host : placement.used_hosts) ++in_leaf[host / 8];
    ASSERT_EQ(in_leaf.size(), 2U);
    for (const auto& [leaf, hosts] : in_leaf) {
        EXPECT_EQ(hosts, 8);
        EXPECT_GE(leaf, 4);
    }
}

TEST(ChosenHosts, AreWholeOnes) {
    Progress progress(false);
    PlaceRequest request;
    request.slots.slots_per_host = 4;
    const Placement placement =
        place(host_delays_of(open_run("synthetic:fat-tree,hosts=16,leaf=4;sweep,lengths=0,1K"), [] {}),
              standard_pattern("all-to-all:10", {}), request, progress);
    EXPECT_EQ(placement.used_hosts.size(), 3U);
    std::set<int> leaves;
    for (const int host : placement.used_hosts) leaves.insert(host / 4);
    EXPECT_EQ(leaves.size(), 1U);
}

TEST(ChosenHosts, AreNotThoseAvoided) {
    Progress progress(false);
    PlaceRequest request;
    for (const char* const host : {"node0", "node3"}) request.avoided.push_back({host, "--avoid"});
    const Placement placement =
        place(host_delays_of(open_run("synthetic:host,hosts=6;sweep,lengths=0,1K"), [] {}),
              standard_pattern("ring:4", {}), request, progress);
    EXPECT_THAT(placement.before.host_of, ::testing::ElementsAre(1, 2, 4, 5));
    EXPECT_THAT(placement.used_hosts, ::testing::ElementsAre(1, 2, 4, 5));
}

}  // namespace
}  // namespace fabricmap::placement
