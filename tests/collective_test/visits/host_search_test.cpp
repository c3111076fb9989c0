// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/host_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace fabricmap::collective_test {
namespace {

/// Groups that take twice as long with the slow host; negative: there is none.
class Machine {
  public:
    explicit Machine(int slow) : slow_(slow) {}

    std::vector<double> times_of(const std::vector<HostGroup>& groups) {
        ++calls;
        std::set<int> seen;
        for (const HostGroup& group : groups) {
            EXPECT_EQ(group.size(), groups.front().size()) << "groups of unlike size are compared";
            for (const int host : group) EXPECT_TRUE(seen.insert(host).second) << host << " is in two groups";
        }
        std::vector<double> times;
        for (const HostGroup& group : groups)
            times.push_back(std::count(group.begin(), group.end(), slow_) > 0 ? 2e-3 : 1e-3);
        return times;
    }

    int calls = 0;

  private:
    int slow_;
};

std::optional<int> search(Machine& machine, int hosts, std::uint64_t seed) {
    return suspected_host(hosts, seed,
                          [&](const std::vector<HostGroup>& groups) { return machine.times_of(groups); });
}

TEST(SuspectedHost, IsTheSlowOneWhicheverItIs) {
    for (const int hosts : {4, 5, 6, 7, 8, 13, 16, 33}) {
        for (int slow = 0; slow < hosts; ++slow) {
            Machine machine(slow);
            EXPECT_EQ(search(machine, hosts, static_cast<std::uint64_t>(slow)), std::optional(slow)) << hosts;
        }
    }
}

TEST(SuspectedHost, TakesAStepForEachHalving) {
    Machine machine(5);
    EXPECT_TRUE(search(machine, 64, 1).has_value());
    EXPECT_EQ(machine.calls, 6);
}

TEST(SuspectedHost, IsNobodyOnAHealthyMachine) {
    Machine machine(-1);
    EXPECT_FALSE(search(machine, 16, 1).has_value());
    EXPECT_LE(machine.calls, 3);
}

TEST(SuspectedHost, IsNobodyWhenTheTimeIsUp) {
    EXPECT_FALSE(suspected_host(8, 1, [](const std::vector<HostGroup>&) {
                     return std::vector<double>();
                 }).has_value());
}

}  // namespace
}  // namespace fabricmap::collective_test
