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

/// Of 800 runs seven had a part accused.
TEST(FewHosts, ThatDifferAreNotAccusedByHalvedRoundTrips) {
    int accused = 0;
    for (const int hosts : {4, 5}) {
        for (std::uint64_t number = 1; number <= 400; ++number) {
            const testing::HeldRun run =
                testing::run_of_differing_hosts(testing::machine_with(hosts, Timing::one_way), number);
            accused += testing::judge(testing::runs_of(run.run())).fault_count() > 0 ? 1 : 0;
        }
    }
    EXPECT_LE(accused, 5);
}

}  // namespace
}  // namespace fabricmap::diagnosis
