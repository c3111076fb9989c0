// SPDX-License-Identifier: Apache-2.0
// Which adapters ranks use, by the counters of interfaces that are there: as in tests/network_test.
#include "tests/measuring/adapters/system_tree.hpp"
#include "visited.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

TEST(CollectiveAdapters, AreKeptWithTheRun) {
    const SystemTree tree;
    for (const char* const name : {"left", "right"}) tree.interface(name, tree.device(name, -1), "up");
    tree.count_by_loopback("right");
    const TemporaryFolder folder;
    Job job = collective_job(4, {"-t", "barrier", "--visits", "1", "--fixed", "--sysfs", tree.root()},
                             folder / "run");
    job.mpirun_options.insert(job.mpirun_options.end(), {"--mca", "mpi_yield_when_idle", "1", "--mca", "btl",
                                                         "self,tcp", "--mca", "btl_tcp_if_include", "lo"});
    job.preload = "many_hosts";
    job.environment = {{"FABRICMAP_HOSTS", "a a b b"}};
    const Outcome outcome = run(job);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(
        CollectiveFile(collectives_path(folder / "run")).run().description.adapters,
        ::testing::AllOf(::testing::SizeIs(4),
                         ::testing::Each(RankAdapters{"", "right", "", "left 1 Gbit/s; right 1 Gbit/s"})));
}

}  // namespace
}  // namespace fabricmap::testing
