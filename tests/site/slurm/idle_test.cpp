// SPDX-License-Identifier: Apache-2.0
// A real Slurm, of whose nodes some are idle: these are measured, by a job of low priority.
#include "site/store/store.hpp"
#include "tests/programs.hpp"
#include "tests/slurm_cluster.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Outcome;

class ChecksIdleNodes : public ::testing::Test {
  protected:
    void SetUp() override {
        const std::string why_not = testing::slurm_unsupported_reason();
        if (!why_not.empty()) GTEST_SKIP() << why_not;
        testing::write_slurm_conf(folder_.path(), nodes_, "PriorityType=priority/basic\n");
    }

    /// All ranks run on this machine: each takes the name of its node.
    void run_in_slurm(const std::string& lines) const {
        const Outcome outcome = testing::run_in_slurm(
            folder_.path(), nodes_,
            fmt::format("set -e\nexport FABRICMAP_STORE=$PWD/store\nexport LAUNCHER=\"env LD_PRELOAD={0} "
                        "FABRICMAP_HOSTS='cn0 cn2 cn3' srun --mpi=pmix --nodelist={{hosts}} -n {{ranks}} "
                        "--ntasks-per-node=1\"\n{1}",
                        MANY_HOSTS, lines));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    }

    [[nodiscard]] std::string text_of(const std::string& name) const {
        return testing::bytes_of(folder_ / name);
    }

    testing::TemporaryFolder folder_;
    const std::vector<testing::SlurmTestNode> nodes_{
        {"cn0", "127.0.3.1"}, {"cn1", "127.0.3.2"}, {"cn2", "127.0.3.3"}, {"cn3", "127.0.3.4"}};
};

TEST_F(ChecksIdleNodes, ThatAreNeitherDrainedNorBusy) {
    run_in_slurm(
        "scontrol update nodename=cn1 state=drain reason='bad memory'\n"
        "(while squeue -h -n fabricmap -o '%y %D %l' >>jobs; do sleep .1; done) & watcher=$!\n"
        "fabricmap check --idle --preset quick --time 10s --runs 1 --launcher \"$LAUNCHER\" >report "
        "2>progress "
        "|| echo $? >code\n"
        "kill $watcher\n");
    EXPECT_THAT(text_of("progress"), HasSubstr("a job of low priority on 3 idle nodes: cn[0,2-3]\n"));
    const site::Store store(folder_ / "store");
    ASSERT_EQ(store.checks().size(), 1U) << text_of("progress");
    const site::CheckRecord check = store.records().front();
    std::vector<std::string> hosts;
    for (const site::HostRecord& host : check.hosts) hosts.push_back(host.host);
    EXPECT_THAT(hosts, ElementsAre("cn0", "cn2", "cn3")) << text_of("report");
    EXPECT_THAT(text_of("jobs"), HasSubstr("10000 3 11:00"));
}

TEST_F(ChecksIdleNodes, OnlyWhereThereAreTwo) {
    run_in_slurm(
        "scontrol update nodename=cn[0-2] state=drain reason='bad memory'\n"
        "fabricmap check --idle 2>few || echo $? >code\n"
        "fabricmap check --idle --hosts cn[0-3] 2>both || echo $? >>code\n");
    EXPECT_EQ(text_of("code"), "5\n2\n");
    EXPECT_EQ(text_of("few"), "fabricmap: fewer than two nodes are idle: nothing can be measured now\n");
    EXPECT_THAT(text_of("both"), HasSubstr("remove --hosts\n"));
}

TEST_F(ChecksIdleNodes, OrWhicheverBecomeFreeFirst) {
    run_in_slurm(
        fmt::format("sbatch -Q -W --nodes=3 --exclude=cn1 -o output '{}/slurm/fabricmap-check.sbatch' --time "
                    "30s --runs 2 "
                    "--launcher \"$LAUNCHER\" || echo $? >code\n",
                    EXAMPLES));
    const site::Store store(folder_ / "store");
    ASSERT_EQ(store.checks().size(), 1U) << text_of("output");
    const site::CheckRecord check = store.records().front();
    EXPECT_EQ(check.hosts.size(), 3U);
    EXPECT_THAT(check.note, HasSubstr("job "));
}

}  // namespace
}  // namespace fabricmap
