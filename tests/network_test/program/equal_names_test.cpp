// SPDX-License-Identifier: Apache-2.0
// Hosts that all have one name, as containers may: the launcher starts two daemons on this machine, each of
// which it takes for a host of its own.
#include "netcdf_schema/open_run.hpp"
#include "tests/mpi_job.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <filesystem>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// The node of each rank of a job of four, whose hosts all have the same name.
std::vector<int> nodes_of_four_ranks(const fabricmap::testing::TemporaryFolder& folder,
                                     const std::vector<std::string>& mpirun_options) {
    testing::Job job{4, {"--lengths", "0", "-n", "5", "--quiet", "-f", folder / "run"}};
    // Daemons of one machine would use the same files for memory that is shared.
    job.mpirun_options.insert(job.mpirun_options.end(),
                              {"--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "lo"});
    job.mpirun_options.insert(job.mpirun_options.end(), mpirun_options.begin(), mpirun_options.end());
    const testing::Outcome outcome = testing::run(job);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::vector<int> nodes;
    const Run run = open_run(folder / "run");
    for (const RankLocation& location : run.description().ranks) {
        EXPECT_EQ(location.host, run.description().ranks.front().host);
        nodes.push_back(location.node);
    }
    return nodes;
}

TEST(EqualNames, OfHostsThatShareNoMemoryAreSeveralHosts) {
    const fabricmap::testing::TemporaryFolder folder;
    const std::filesystem::path agent = folder / "agent";
    // In one folder the daemons of a job would write over each other's files, so that some start never ends.
    testing::write_bytes(agent,
                         "#!/bin/sh\nTMPDIR=$(dirname \"$0\")/$1\nexport TMPDIR\nmkdir \"$TMPDIR\"\n"
                         "shift\nexec sh -c \"$*\"\n");
    std::filesystem::permissions(agent, std::filesystem::perms::owner_all);
    EXPECT_THAT(nodes_of_four_ranks(folder, {"--mca", "plm_rsh_agent", agent, "--mca",
                                             "plm_rsh_no_tree_spawn", "1", "--host", "box1:2,box2:2"}),
                ElementsAre(0, 0, 1, 1));
    const testing::Outcome diagnosed = testing::run_program("network_diagnose", {folder / "run", "--quiet"});
    EXPECT_THAT(diagnosed.out, HasSubstr(" hosts=2 ranks=4 "));
}

TEST(EqualNames, OfRanksThatShareMemoryAreOneHost) {
    const fabricmap::testing::TemporaryFolder folder;
    EXPECT_THAT(nodes_of_four_ranks(folder, {}), ElementsAre(0, 0, 0, 0));
}

}  // namespace
}  // namespace fabricmap
