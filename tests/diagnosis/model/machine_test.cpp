// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/machine.hpp"

#include <gmock/gmock.h>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;

RunDescription run_on(const std::vector<RankLocation>& locations) {
    RunDescription run;
    run.ranks = locations;
    return run;
}

TEST(Machine, DistinguishesHostsOfOneNameByTheirNumber) {
    const Machine machine =
        machine_of(run_on({{"localhost", 0}, {"localhost", 0}, {"localhost", 1}, {"other", 2}}));
    EXPECT_THAT(machine.hosts, ElementsAre("localhost#0", "localhost#1", "other"));
    EXPECT_EQ(machine.ranks_of[HostIndex(0)].size(), 2);
}

TEST(Machine, CallsHostsAsTheyAreCalled) {
    EXPECT_THAT(machine_of(run_on({{"a", 0}, {"b", 1}, {"a", 0}})).hosts, ElementsAre("a", "b"));
    EXPECT_THAT(machine_of(run_on({{"a", -1}, {"a", -1}})).hosts, ElementsAre("a"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
