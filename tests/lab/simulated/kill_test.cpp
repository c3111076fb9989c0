// SPDX-License-Identifier: Apache-2.0
#include "tests/lab/simulated/simulated_run.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <set>
#include <thread>

namespace fabricmap::testing {
namespace {

using namespace std::chrono_literals;

std::set<std::string> names_in(const std::filesystem::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.insert(entry.path().filename());
    return names;
}

bool is_gone(pid_t process) {
    for (int look = 0; look < 100; ++look) {
        std::ifstream status("/proc/" + std::to_string(process) + "/stat");
        std::string number, name, state;
        if (!(status >> number >> name >> state) || state == "Z") return true;
        std::this_thread::sleep_for(20ms);
    }
    return false;
}

const std::vector<std::string> endless{"--lengths", "0,1K,64K", "-n", "100000", "--fixed", "--overwrite"};

TEST(KilledSimulations, LeaveNoProcessAndNoTemporaryFile) {
    const SimulatedFabric fabric("fabric torus size=4x4x4\n");
    const TemporaryFolder temporary;
    setenv("TMPDIR", temporary.path().c_str(), 1);
    for (int round = 0; round < 12; ++round) {
        const int signal = std::array{SIGKILL, SIGINT, SIGTERM}.at(static_cast<std::size_t>(round % 3));
        Command command(fabric.command("run", endless));
        std::this_thread::sleep_for(20ms + round * 97ms);
        const std::vector<pid_t> children = command.children();
        kill(command.pid(), signal);
        // Before anyone waits for it: an orphan would end with its own work as well.
        for (const pid_t child : children) EXPECT_TRUE(is_gone(child)) << "round " << round;
        const Outcome outcome = command.wait(20s);
        EXPECT_FALSE(outcome.timed_out);
        EXPECT_NE(outcome.exit_code, 0);
        EXPECT_TRUE(names_in(temporary.path()).empty()) << "round " << round;
    }
    unsetenv("TMPDIR");
    for (const std::string& name : names_in(fabric.folder().path())) {
        // Nobody holds the lock any more.
        EXPECT_TRUE(name == "fabric.lab" || name == "run.lock" ||
                    (name.starts_with("run_") && name.ends_with(".nc")))
            << name;
    }
}

TEST(KilledSimulations, AnInterruptedRunSaysSoInItsExitCode) {
    const SimulatedFabric fabric("fabric torus size=4x4x4\n");
    Command command(fabric.command("run", {"--lengths", "0,1K,64K", "-n", "100"}));
    // The simulator is started when signals are awaited already.
    for (int look = 0; look < 4000 && command.children().empty(); ++look) std::this_thread::sleep_for(5ms);
    kill(command.pid(), SIGTERM);
    EXPECT_EQ(command.wait(20s).exit_code, 130);
}

}  // namespace
}  // namespace fabricmap::testing
