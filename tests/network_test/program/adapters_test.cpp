// SPDX-License-Identifier: Apache-2.0
// Which adapters ranks use, by the counters of interfaces that are there: messages between two hosts that an
// interposed library makes of this one go over the loopback.
#include "netcdf_schema/open_run.hpp"
#include "tests/measuring/adapters/system_tree.hpp"
#include "tests/mpi_job.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Of each rank of a run on two hosts with two ranks each, in whose system that tree stands.
std::vector<RankAdapters> recorded_adapters(const SystemTree& tree) {
    const TemporaryFolder folder;
    Job job{.ranks = 4,
            .words = {"--lengths", "8", "-n", "3", "--fixed", "-f", folder / "run", "--sysfs", tree.root()},
            .preload = "many_hosts"};
    job.mpirun_options.insert(job.mpirun_options.end(), {"--mca", "mpi_yield_when_idle", "1", "--mca", "btl",
                                                         "self,tcp", "--mca", "btl_tcp_if_include", "lo"});
    job.environment = {{"FABRICMAP_HOSTS", "a a b b"}};
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return open_run(folder / "run").description().adapters;
}

TEST(Adapters, ThatARankUsesAreTheOnesThatCountWhatItSends) {
    const SystemTree tree;
    for (const char* const name : {"left", "right"})
        tree.interface(name, tree.device(fmt::format("pci0000:00/{}", name), -1), "up");
    tree.count_by_loopback("right");
    EXPECT_THAT(recorded_adapters(tree),
                ElementsAre(RankAdapters{"", "right", "", "left 1 Gbit/s; right 1 Gbit/s"},
                            RankAdapters{"", "right", "", "left 1 Gbit/s; right 1 Gbit/s"},
                            RankAdapters{"", "right", "", "left 1 Gbit/s; right 1 Gbit/s"},
                            RankAdapters{"", "right", "", "left 1 Gbit/s; right 1 Gbit/s"}));
}

TEST(Adapters, OfWhichAHostHasOneAreNotTried) {
    const SystemTree tree;
    tree.interface("only", tree.device("pci0000:00/only", -1), "up");
    tree.interface("other", tree.device("pci0000:00/other", -1), "down");
    tree.count_by_loopback("only");
    EXPECT_THAT(recorded_adapters(tree), Each(RankAdapters{"only", "", "", "only 1 Gbit/s; other down"}));
}

TEST(Adapters, AreNotToldOfWhereThereAreNone) {
    EXPECT_THAT(recorded_adapters(SystemTree()), IsEmpty());
}

}  // namespace
}  // namespace fabricmap::testing
