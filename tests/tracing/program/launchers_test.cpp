// SPDX-License-Identifier: Apache-2.0
// The command by which programs are recorded, under srun on virtual hosts.
#include "lab/kinds/kind.hpp"
#include "lab/virtual/tap.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fabricmap::tracing {
namespace {

using testing::TemporaryFolder;

constexpr int hosts_of_srun = 2;

/// Of Open MPI, which knows nothing of the virtual network where mpirun does not tell it.
std::vector<std::string> settings_for_virtual_hosts() {
    return {"SLURM_MPI_TYPE=pmix", "OMPI_MCA_pml=ob1", "OMPI_MCA_btl=tcp,self,vader",
            // All hosts share the cores of this machine.
            "OMPI_MCA_mpi_yield_when_idle=1",
            fmt::format("OMPI_MCA_btl_tcp_if_include={}", lab::interface_name)};
}

TEST(TraceLaunchers, OfSlurmTakeTheSameCommand) {
    if (const auto reason = lab::virtual_unsupported_reason(lab::all_testers().front()))
        GTEST_SKIP() << *reason;
    for (const char* const program :
         {"/usr/bin/srun", "/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/sbin/munged"}) {
        if (!std::filesystem::exists(program)) GTEST_SKIP() << program << " is not installed";
    }
    const TemporaryFolder folder;
    testing::write_bytes(folder / "hosts", "node0\nnode1\n");
    std::vector<std::string> words{"/usr/bin/env"};
    for (const std::string& setting : settings_for_virtual_hosts()) words.push_back(setting);
    words.insert(words.end(), {RUN_JOB, fmt::format("fat-tree,hosts={0},leaf={0}", hosts_of_srun), "slurm",
                               folder / "hosts", NETWORK_TRACE, "record", "-o", folder / "trace", "--"});
    for (const std::string& word : testing::behind_scripts(folder.path(), {testing::traced_program("pairs")}))
        words.push_back(word);
    const testing::Outcome outcome = testing::run(words);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err << outcome.out;

    const Recording recording = read_recording(folder / "trace");
    EXPECT_EQ(recording.rank_count, hosts_of_srun);
    EXPECT_TRUE(recording.is_complete());
    std::set<std::string> hosts;
    for (const RankRecording& rank : recording.ranks) hosts.insert(rank.host());
    EXPECT_EQ(hosts, (std::set<std::string>{"node0", "node1"}));
    const Operations operations = open_trace(folder / "trace");
    EXPECT_TRUE(operations.report.is_clean()) << describe_report(operations.report);
    // In each of ten rounds one along the two ranks, and two in a ring.
    EXPECT_EQ(operations.report.messages, 30U);
}

}  // namespace
}  // namespace fabricmap::tracing
