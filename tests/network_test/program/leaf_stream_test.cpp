// SPDX-License-Identifier: Apache-2.0
// Streams between leaves, over hosts that an interposed library makes of this one.
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Six hosts of a rank each on three leaves, two hosts on each.
class LeafStream : public ::testing::Test {
  protected:
    LeafStream() {
        write_bytes(folder_ / "topology.conf",
                    "SwitchName=x Nodes=a,b\nSwitchName=y Nodes=c,d\nSwitchName=z Nodes=e,f\n"
                    "SwitchName=top Switches=x,y,z\n");
    }

    [[nodiscard]] Job job(std::vector<std::string> further) const {
        Job job{.ranks = 6,
                .words = {"-t", "leaf_stream", "-n", "2", "--warm-up", "0", "-f", folder_ / "run"},
                .preload = "many_hosts"};
        job.mpirun_options.insert(job.mpirun_options.end(), {"--mca", "mpi_yield_when_idle", "1"});
        job.environment = {{"FABRICMAP_HOSTS", "a b c d e f"}};
        job.words.insert(job.words.end(), further.begin(), further.end());
        return job;
    }
    [[nodiscard]] std::string topology() const { return folder_ / "topology.conf"; }

    const TemporaryFolder folder_;
};

TEST_F(LeafStream, MeasuresAllPairsOfDifferentLeavesAndNoOthers) {
    const Outcome outcome = run(job({"--topology", topology(), "--lengths", "8,64K", "--check"}));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const fabricmap::Run measured = open_run(folder_ / "run");
    const Matrix times = measured.stack(Statistic::median)->plane(1);
    const Matrix counts = measured.stack(Statistic::count)->plane(1);
    for (int sender = 0; sender < 6; ++sender) {
        for (int receiver = 0; receiver < 6; ++receiver) {
            if (sender == receiver) continue;
            const bool meet = sender / 2 != receiver / 2;
            EXPECT_EQ(times(sender, receiver) > 0, meet) << sender << ' ' << receiver;
            EXPECT_EQ(counts(sender, receiver) == 2, meet) << sender << ' ' << receiver;
        }
    }
    const RunDescription& described = measured.description();
    EXPECT_THAT(described.leaf_streams.value().leaves, ElementsAre("x", "y", "z"));
    EXPECT_THAT(described.leaf_streams->leaf_of_rank, ElementsAre(0, 0, 1, 1, 2, 2));
    EXPECT_EQ(described.leaf_streams->flows_per_host, 2) << "the other leaf has no more";
}

TEST_F(LeafStream, SaysHowManyFlowsThereAre) {
    const Outcome outcome =
        run(job({"--topology", topology(), "--flows", "1", "--lengths", "1K", "--dry-run"}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                HasSubstr("3 leaves of 2 hosts, 1 flow a host at once, each leaf to each in 2 shifts"));
}

TEST_F(LeafStream, CountsTheConnectionsOfOpenMpi) {
    Job linked = job({"--topology", topology(), "--flows", "4", "--lengths", "1K", "--dry-run"});
    linked.mpirun_options.insert(linked.mpirun_options.end(), {"--mca", "btl_tcp_links", "4"});
    const Outcome outcome = run(linked);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("4 flows a host"));
}

TEST_F(LeafStream, IsNotContinuedWithOtherFlows) {
    ASSERT_EQ(run(job({"--topology", topology(), "--lengths", "1K"})).exit_code, 0);
    const Outcome outcome =
        run(job({"--topology", topology(), "--flows", "1", "--lengths", "1K", "--resume"}));
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("give --topology and --flows as then"));
}

TEST_F(LeafStream, NeedsTwoLeavesOfTheTopology) {
    write_bytes(folder_ / "other.conf", "SwitchName=x Nodes=a,b\nSwitchName=y Nodes=n[1-4]\n");
    const Outcome outcome = run(job({"--topology", folder_ / "other.conf", "--lengths", "1K"}));
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("the job's hosts are on 1 of its leaves"));
    EXPECT_EQ(run(job({"--topology", folder_ / "none.conf", "--lengths", "1K"})).exit_code, 3);
}

}  // namespace
}  // namespace fabricmap::testing
