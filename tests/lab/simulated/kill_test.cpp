// SPDX-License-Identifier: Apache-2.0
#include "tests/kills.hpp"
#include "tests/lab/simulated/simulated_run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <set>

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
    std::ifstream status("/proc/" + std::to_string(process) + "/stat");
    std::string number, name, state;
    return !(status >> number >> name >> state) || state == "Z";
}

const std::vector<std::string> endless{"--lengths", "0,1K,64K", "-n", "100000", "--fixed"};
/// The simulator, the scenario, the lock and six files of the run.
constexpr std::size_t max_progress = 9;

TEST(SimulationKill, LeavesNoProcessAndNoTemporaryFile) {
    for (Kills kills({.quick = 3, .whole = 12, .seed = 20261127}); kills.next();) {
        const int signal =
            std::array{SIGKILL, SIGINT, SIGTERM}.at(static_cast<std::size_t>(kills.number() % 3));
        const SimulatedFabric fabric("fabric torus size=4x4x4\n");
        const TemporaryFolder temporary;
        setenv("TMPDIR", temporary.path().c_str(), 1);
        Command command(fabric.command("run", endless));
        unsetenv("TMPDIR");
        const auto progress = kills.draw(1, max_progress);
        EXPECT_TRUE(eventually(
            [&] { return command.children().size() + names_in(fabric.folder().path()).size() >= progress; }));
        kills.sleep_up_to(300ms);
        const std::vector<pid_t> children = command.children();
        kill(command.pid(), signal);
        // Before anyone waits for it: an orphan would end with its own work as well.
        for (const pid_t child : children) EXPECT_TRUE(eventually([&] { return is_gone(child); }));
        const Outcome outcome = command.wait(20s);
        EXPECT_FALSE(outcome.timed_out);
        EXPECT_NE(outcome.exit_code, 0);
        kills.count(outcome.exit_code != 0);
        EXPECT_TRUE(names_in(temporary.path()).empty());
        for (const std::string& name : names_in(fabric.folder().path())) {
            // Nobody holds the lock any more.
            EXPECT_TRUE(name == "fabric.lab" || name == "run.lock" ||
                        (name.starts_with("run_") && name.ends_with(".nc")))
                << name;
        }
    }
}

TEST(SimulationKill, ByASignalThatIsAwaitedShowsInTheExitCode) {
    const SimulatedFabric fabric("fabric torus size=4x4x4\n");
    Command command(fabric.command("run", {"--lengths", "0,1K,64K", "-n", "100"}));
    // The simulator is started when signals are awaited already.
    EXPECT_TRUE(eventually([&] { return !command.children().empty(); }));
    kill(command.pid(), SIGTERM);
    EXPECT_EQ(command.wait(20s).exit_code, 130);
}

}  // namespace
}  // namespace fabricmap::testing
