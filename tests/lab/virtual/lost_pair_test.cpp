// SPDX-License-Identifier: Apache-2.0
#include "real_cluster.hpp"
#include "started_run.hpp"

#include <gmock/gmock.h>

namespace fabricmap::lab::testing {
namespace {

class DeadPair : public OnRealHosts {};

TEST_F(DeadPair, IsNamedByTheTesterWhenItsPatienceEnds) {
    StartedRun run("fabric host hosts=3\nlatency base=50us\nfault dead-pair between=1,2\n",
                   {"--lengths", "0,1K", "-n", "8", "--pair-timeout", "3"});
    const Ended ended = run.wait();
    EXPECT_EQ(ended.exit_code, 1);
    EXPECT_THAT(ended.output, ::testing::AnyOf(::testing::HasSubstr("rank 1 on node1 → rank 2 on node2"),
                                               ::testing::HasSubstr("rank 2 on node2 → rank 1 on node1")));
    EXPECT_THAT(ended.output, ::testing::HasSubstr("nobody else waits for either: what lies between"));
}

}  // namespace
}  // namespace fabricmap::lab::testing
