// SPDX-License-Identifier: Apache-2.0
// Real launchers on virtual hosts: every rank is where network_place has put it.
#include "lab/kinds/kind.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fabricmap {
namespace {

using fabricmap::testing::Outcome;
using fabricmap::testing::run_program;
using ::testing::HasSubstr;

class Launchers : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto reason = lab::virtual_unsupported_reason(lab::all_testers().front()))
            GTEST_SKIP() << *reason;
        // Hosts of two racks taken in turn, two ranks on each: eight ranks, of which four belong together.
        const Outcome placed =
            run_program("network_place", {"synthetic:fat-tree,hosts=4,leaf=2,ranks-per-host=2;latency,level1="
                                          "1us,level2=9us;sweep,lengths=0,1K",
                                          "--pattern", "groups:2x4", "--hosts", "node3,node0,node1,node2",
                                          "-o", folder_ / "placed", "--to", "seq,rankfile,slurm,hydra"});
        ASSERT_EQ(placed.exit_code, 0) << placed.err;
        std::ifstream file(folder_ / "placed.seq");
        hosts_ = {std::istream_iterator<std::string>(file), {}};
        ASSERT_EQ(hosts_.size(), 8U);
        // Neither by slot nor in the order of their names, which launchers might come to by themselves.
        ASSERT_NE(hosts_, (std::vector<std::string>{"node3", "node3", "node0", "node0", "node1", "node1",
                                                    "node2", "node2"}));
        ASSERT_FALSE(std::is_sorted(hosts_.begin(), hosts_.end()));
    }

    Outcome launch(const std::string& layout, std::vector<std::string> program) {
        std::vector<std::string> words{RUN_JOB, "fat-tree,hosts=4,leaf=2,ranks-per-host=2", layout,
                                       folder_ / ("placed." + layout)};
        words.insert(words.end(), program.begin(), program.end());
        return fabricmap::testing::run(words);
    }
    void expect_planned_hosts(const Outcome& outcome) {
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        for (std::size_t rank = 0; rank < hosts_.size(); ++rank)
            EXPECT_THAT(outcome.out, HasSubstr(fmt::format("rank {} {}\n", rank, hosts_[rank])));
    }

    fabricmap::testing::TemporaryFolder folder_;
    std::vector<std::string> hosts_;
};

TEST_F(Launchers, OfOpenMpiTakeSeq) {
    expect_planned_hosts(launch(
        "seq", {std::string(PROGRAMS) + "/network_place", "--try", "--pattern", "ring", "--steps", "1"}));
}

TEST_F(Launchers, OfOpenMpiTakeRankfiles) {
    expect_planned_hosts(launch("rankfile", {std::string(PROGRAMS) + "/network_place", "--try", "--pattern",
                                             "ring", "--steps", "1"}));
}

TEST_F(Launchers, OfSlurmTakeSlurm) {
    for (const char* const program :
         {"/usr/bin/srun", "/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/sbin/munged"}) {
        if (!std::filesystem::exists(program)) GTEST_SKIP() << program << " is not installed";
    }
    expect_planned_hosts(
        launch("slurm", {"sh", "-c", "echo rank $SLURM_PROCID $(cat /proc/sys/kernel/hostname)"}));
}

TEST_F(Launchers, OfMpichTakeHydra) {
    if (!std::filesystem::exists("/usr/bin/mpiexec.hydra")) GTEST_SKIP() << "mpiexec.hydra is not installed";
    expect_planned_hosts(
        launch("hydra", {"sh", "-c", "echo rank $PMI_RANK $(cat /proc/sys/kernel/hostname)"}));
}

}  // namespace
}  // namespace fabricmap
