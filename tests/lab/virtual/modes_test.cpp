// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/vocabulary.hpp"
#include "real_cluster.hpp"

namespace fabricmap::lab::testing {
namespace {

class EveryMode : public OnRealHosts, public ::testing::WithParamInterface<Mode> {};

TEST_P(EveryMode, RunsBetweenVirtualHosts) {
    std::vector<std::string> options{"-t", std::string(name_of(GetParam())), "--lengths", "0,1K", "-n", "8"};
    if (has_noise(GetParam())) options.insert(options.end(), {"-p", "2"});
    const fabricmap::Run run = sweep("fat-tree,hosts=4,leaf=2;latency,level1=50us,level2=200us", options);
    EXPECT_TRUE(run.description().complete);
    EXPECT_EQ(run.description().mode, GetParam());
    EXPECT_EQ(run.description().ranks.at(3).host, "node3");
    const Matrix delays = medians(run, 1);
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            if (i == j) continue;
            EXPECT_GT(delays(i, j), 1e-6) << i << " to " << j;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Of, EveryMode, ::testing::ValuesIn(modes_of_all_pairs),
                         [](const auto& tested) { return std::string(name_of(tested.param)); });

}  // namespace
}  // namespace fabricmap::lab::testing
