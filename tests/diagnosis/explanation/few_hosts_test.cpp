// SPDX-License-Identifier: Apache-2.0
// What hosts differ by is fitted to few values each where there are few hosts.
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/machines/differing_hosts.hpp"

namespace fabricmap::diagnosis {
namespace {

/// Of 20 runs of 6 hosts four or five had a part accused.
TEST(FewHosts, ThatDifferAreNotAccused) {
    for (const int hosts : {4, 6, 8, 10}) {
        for (std::uint64_t number = 1; number <= 20; ++number) {
            const testing::HeldRun run =
                testing::run_of_differing_hosts(testing::machine_with(hosts), number);
            EXPECT_EQ(testing::judge(testing::runs_of(run.run())).fault_count(), 0)
                << hosts << " hosts, run " << number;
        }
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
