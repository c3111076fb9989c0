// SPDX-License-Identifier: Apache-2.0
#include "real_cluster.hpp"
#include "tests/programs.hpp"

#include <filesystem>
#include <unistd.h>

namespace fabricmap::lab::testing {
namespace {

using fabricmap::testing::bytes_of;
using fabricmap::testing::Outcome;
using ::testing::HasSubstr;

class StayingHosts : public OnRealHosts {
  protected:
    /// Starts hosts, runs lines of a shell, in which `there` runs a command as network_lab says that it is
    /// done on the first host, and ends the hosts.
    Outcome run_with(const std::string& options, const std::string& lines) {
        const std::string script = fmt::format(R"(
cd {0}
PATH={1}:$PATH
network_lab up two_hosts {2} >up || exit
there() {{ eval "$(sed -n "s|.*a command there:  \(.*\)'COMMAND'|\1|p" up) '$*'"; }}
keeper=$(sed -n 's/.*--target \([0-9]*\) bash.*/\1/p' up)
{3}
ls -d /proc/$keeper >before
network_lab down $keeper >down
ls -d /proc/$keeper >after 2>/dev/null
network_lab down $keeper >down_again 2>&1
)",
                                               folder_.path().string(), PROGRAMS, options, lines);
        Outcome outcome = fabricmap::testing::run({"/bin/bash", "-c", script});
        EXPECT_THAT(text_of("before"), HasSubstr("/proc/"));
        EXPECT_THAT(text_of("down"),
                    ::testing::ContainsRegex("ended a virtual cluster.* with node0 node1\n"));
        EXPECT_EQ(text_of("after"), "");
        EXPECT_THAT(text_of("down_again"), HasSubstr("there is no such virtual cluster"));
        for (const char* const file : {"environment", "hostfile", "slurm"})
            EXPECT_FALSE(std::filesystem::exists(std::string("/dev/shm/") + file)) << "written outside";
        return outcome;
    }

    [[nodiscard]] std::string text_of(const std::string& file) const { return bytes_of(folder_ / file); }

    fabricmap::testing::TemporaryFolder folder_;
};

TEST_F(StayingHosts, AreReachedAsPrintedUntilTheyAreEnded) {
    const Outcome outcome = run_with("", R"(
there hostname >first
there "mpirun -np 2 hostname | sort" >all
there "mpirun -np 2 network_test -f run --lengths 0 -n 5")");
    EXPECT_THAT(text_of("up"), HasSubstr("2 virtual hosts are up until network_lab down: node0 node1"));
    EXPECT_EQ(text_of("first"), "node0\n");
    EXPECT_EQ(text_of("all"), "node0\nnode1\n") << outcome.err;
    EXPECT_TRUE(std::filesystem::exists(folder_ / "run_median.nc")) << outcome.out << outcome.err;
}

TEST_F(StayingHosts, HaveASlurmThatRunsJobsOnAllOfThem) {
    if (access("/usr/sbin/slurmctld", X_OK) != 0) GTEST_SKIP() << "slurmctld is not installed";
    const Outcome outcome = run_with("--slurm", R"(
there "sinfo -h -o %D:%t" >nodes
there "srun -N 2 hostname | sort" >all
there "srun --mpi=pmix -N 2 network_test -f run --lengths 0 -n 5")");
    EXPECT_EQ(text_of("nodes"), "2:idle\n");
    EXPECT_EQ(text_of("all"), "node0\nnode1\n") << outcome.err;
    EXPECT_TRUE(std::filesystem::exists(folder_ / "run_median.nc")) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out + outcome.err, HasSubstr("2 ranks on 2 hosts"));
}

TEST_F(StayingHosts, AreRefusedInOneLineWhereTheScenarioCannotHaveThem) {
    const Outcome outcome = fabricmap::testing::run_program("network_lab", {"up", "two_racks_slow_receiver"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("32 hosts"));
}

}  // namespace
}  // namespace fabricmap::lab::testing
