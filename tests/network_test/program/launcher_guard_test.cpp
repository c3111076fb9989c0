// SPDX-License-Identifier: Apache-2.0
// The process that would end a hanging mpirun leaves with the job, and a job does well without it.
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

namespace fabricmap::testing {
namespace {

struct Process {
    std::string name;
    pid_t parent = 0;
};

/// Nothing known of one that is gone.
Process look_at(const std::string& number) {
    std::ifstream status("/proc/" + number + "/status");
    Process process;
    std::string word;
    while (status >> word) {
        if (word == "Name:") status >> process.name;
        if (word == "PPid:") status >> process.parent;
    }
    return process;
}

bool is_number(const std::string& name) {
    return name.find_first_not_of("0123456789") == std::string::npos;
}

/// The guard of the job of that mpirun, a child of one of its ranks; 0 where there is none.
pid_t guard_of(pid_t launcher) {
    for (const std::string& number : names_in("/proc")) {
        if (!is_number(number)) continue;
        const Process process = look_at(number);
        if (process.name != "launcher_guard") continue;
        if (look_at(std::to_string(process.parent)).parent == launcher) return std::stoi(number);
    }
    return 0;
}

pid_t guard_that_comes(pid_t launcher) {
    for (int attempt = 0; attempt < 4000; ++attempt) {
        if (const pid_t guard = guard_of(launcher)) return guard;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return 0;
}

/// Open MPI's daemon that this process or those below it have started; 0 where there is none.
pid_t daemon_of_second_host() {
    for (const std::string& number : names_in("/proc")) {
        if (!is_number(number)) continue;
        Process process = look_at(number);
        if (process.name != "orted") continue;
        while (process.parent > 0 && process.parent != getpid())
            process = look_at(std::to_string(process.parent));
        if (process.parent == getpid()) return std::stoi(number);
    }
    return 0;
}

TEST(LauncherGuard, LeavesWithItsJob) {
    const TemporaryFolder folder;
    Command command(
        Job{.words = {"--lengths", "0,1K", "-n", "3000", "--fixed", "-f", folder / "run"}}.command());
    const pid_t guard = guard_that_comes(command.pid());
    ASSERT_NE(guard, 0);
    const Outcome outcome = command.wait();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(look_at(std::to_string(guard)).name, "launcher_guard");
}

TEST(LauncherGuard, IsNotNeededByAJobThatEndsWell) {
    const TemporaryFolder folder;
    Command command(
        Job{.words = {"--lengths", "0,1K", "-n", "3000", "--fixed", "-f", folder / "run"}}.command());
    const pid_t guard = guard_that_comes(command.pid());
    ASSERT_NE(guard, 0);
    kill(guard, SIGKILL);
    const Outcome outcome = command.wait(std::chrono::seconds(60));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_FALSE(outcome.timed_out);
}

// mpirun waits without end for a daemon that does not answer, also when it is asked to end.
TEST(LauncherGuard, EndsAnMpirunThatWaitsForAStoppedDaemon) {
    const TemporaryFolder folder;
    const std::string agent = folder / "agent";
    write_bytes(agent, "#!/bin/sh\nshift\nexec sh -c \"$*\"\n");
    std::filesystem::permissions(agent, std::filesystem::perms::owner_all);
    Job job{.ranks = 2, .words = {"--lengths", "0,1K", "-n", "100000", "--fixed", "-f", folder / "run"}};
    job.mpirun_options.insert(job.mpirun_options.end(),
                              {"--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "lo", "--mca",
                               "plm_rsh_agent", agent, "--host", "localhost:1,other:1"});
    Command command(job.command());
    ASSERT_NE(guard_that_comes(command.pid()), 0);
    const auto first = process_of_rank(command, 0);
    const pid_t daemon = daemon_of_second_host();
    ASSERT_TRUE(first && daemon != 0);
    kill(daemon, SIGSTOP);
    kill(*first, SIGKILL);
    EXPECT_TRUE(
        eventually([&] { return process_file(command.pid(), "stat").find(") Z ") != std::string::npos; }));
    kill(daemon, SIGKILL);
    const Outcome outcome = command.wait(std::chrono::seconds(60));
    EXPECT_GT(outcome.exit_code, 128) << outcome.err;
    EXPECT_FALSE(outcome.timed_out);
}

}  // namespace
}  // namespace fabricmap::testing
