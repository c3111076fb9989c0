// SPDX-License-Identifier: Apache-2.0
// Fabrics with planted faults; bench/diagnosis_detection does the same at length.
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/planted_fabric.hpp"

namespace fabricmap::diagnosis {
namespace {

class Planted : public ::testing::TestWithParam<int> {};

TEST_P(Planted, FaultsAreReportedWithKindPartAndSideAndNothingElseIs) {
    const auto seed = static_cast<std::uint64_t>(GetParam());
    testing::PlantedFabric fabric = testing::plant(seed, 4);
    Request request;
    request.runs = testing::runs_of(fabric.one_way, fabric.both_ways);
    const testing::Score score = testing::score(fabric, testing::judge(std::move(request)));
    EXPECT_EQ(score.right, score.planted);
    EXPECT_EQ(score.false_findings, 0);
    EXPECT_THAT(score.remarks, ::testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Seed, Planted, ::testing::Range(4001, 4013), ::testing::PrintToStringParamName());
// A host that receives slowly, which shows a little in what it sends as well.
INSTANTIATE_TEST_SUITE_P(SlowReceiver, Planted, ::testing::Values(13), ::testing::PrintToStringParamName());
// Two slow hosts whose path takes other than the product of both, on the way back as well.
INSTANTIATE_TEST_SUITE_P(TwoSlowHosts, Planted, ::testing::Values(87, 92),
                         ::testing::PrintToStringParamName());

TEST(Healthy, FabricsHaveNoFault) {
    for (const std::uint64_t seed : {7001U, 7002U, 7003U}) {
        testing::PlantedFabric fabric = testing::plant(seed, 0);
        EXPECT_THAT(testing::found_in(testing::judge(testing::runs_of(fabric.one_way, fabric.both_ways))),
                    ::testing::IsEmpty());
    }
}

TEST(Healthy, FabricsOfAnyKindHaveNoFault) {
    for (const std::string statements :
         {"host,ranks-per-host=16,sockets=2;noise,3%,tails=heavy", "host,hosts=16,ranks-per-host=2;noise,5%",
          "torus,size=8x8;noise,3%,tails=heavy", "torus,size=4x4x4,ranks-per-host=2;noise,2%",
          "dragonfly,groups=4,routers=4,hosts-per-router=4;noise,3%",
          "dragonfly,groups=2,chassis=2,routers=4,hosts-per-router=4;latency,base=1us,hop=150ns,global=600ns;"
          "noise,2%;sweep,lengths=0,4K",
          "dragonfly,groups=2,routers=16,hosts-per-router=2;latency,base=1us,hop=200ns,global=400ns;"
          "noise,1%;sweep,lengths=0,4K",
          "fat-tree,hosts=48,leaf=12,oversubscription=2;noise,3%,tails=heavy",
          "fat-tree,hosts=30,leaf=6;noise,2%;break,at=8K,jump=3us", "fat-tree,hosts=64,leaf=8x4;noise,0%"}) {
        EXPECT_THAT(testing::found_in(testing::judge(statements)), ::testing::IsEmpty()) << statements;
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
