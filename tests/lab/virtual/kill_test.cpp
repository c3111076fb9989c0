// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/keeper.hpp"
#include "real_cluster.hpp"
#include "started_run.hpp"
#include "tests/kills.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace fabricmap::lab::testing {
namespace {

using fabricmap::testing::eventually;
using fabricmap::testing::Kills;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::Eq;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::SizeIs;
using ::testing::Value;
using namespace std::chrono_literals;

const std::string six_hosts = "fabric fat-tree hosts=6 leaf=3\nlatency level1=50us level2=200us\n";
const std::vector<std::string> endless{"--lengths", "0,1K,2K,4K,8K,16K,32K,64K", "-n", "1000", "--fixed"};

constexpr const char* result_name = "run_[a-z]+\\.nc";
constexpr const char* result_or_lock = "run_[a-z]+\\.nc|run\\.lock";

std::set<std::string> lines_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::set<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.insert(line.substr(0, line.find(':')));
    return lines;
}

/// What a lab might leave on the machine beside processes and files of its own. Sessions and shared memory of
/// Open MPI are named after the host, which is one of the lab's.
struct Machine {
    std::set<std::string> devices = lines_of("/proc/net/dev");
    std::set<std::string> mounts = lines_of("/proc/self/mountinfo");
    std::set<std::string> namespaces = names_in("/run/netns");
    std::set<std::string> sessions = names_in("/tmp", "ompi.node");
    std::set<std::string> segments = names_in("/dev/shm", "vader_segment.node");

    static std::set<std::string> names_in(const std::filesystem::path& folder,
                                          const std::string& beginning = "") {
        std::set<std::string> names;
        std::error_code none;
        for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
            const std::string name = entry.path().filename();
            if (name.starts_with(beginning)) names.insert(name);
        }
        return names;
    }
};

/// Those of another lab that ended meanwhile may be gone.
std::vector<std::string> new_names(const std::set<std::string>& after, const std::set<std::string>& before) {
    std::vector<std::string> names;
    std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(names));
    return names;
}

void expect_nothing_left(const StartedRun& run, const Machine& before) {
    // After SIGKILL the rest ends by itself, in an orderly way.
    (void)eventually([&] { return run.processes().empty(); });
    EXPECT_THAT(run.processes(), IsEmpty());
    EXPECT_THAT(run.temporary_files(), IsEmpty());
    EXPECT_THAT(run.result_files(), Each(MatchesRegex(result_name)));
    const Machine after;
    EXPECT_EQ(after.devices, before.devices);
    EXPECT_EQ(after.mounts, before.mounts);
    EXPECT_EQ(after.namespaces, before.namespaces);
    EXPECT_THAT(new_names(after.sessions, before.sessions), IsEmpty());
    EXPECT_THAT(new_names(after.segments, before.segments), IsEmpty());
}

class Kill : public OnRealHosts, public ::testing::WithParamInterface<int> {};

/// So many processes and files a run has before its ranks measure, at least.
constexpr std::size_t max_progress = 20;
constexpr std::size_t progress_of_ranks = 14;

TEST_P(Kill, AtRandomMomentsLeavesNothing) {
    const Machine before;
    for (Kills kills({.quick = 2, .whole = 4, .seed = static_cast<unsigned>(GetParam())}); kills.next();) {
        StartedRun run(six_hosts, endless);
        const auto progress = kills.draw(kills.number() % 2 == 0 ? 0 : progress_of_ranks, max_progress);
        SCOPED_TRACE(::testing::Message() << "killed with " << progress << " processes and files");
        EXPECT_TRUE(
            eventually([&] { return run.processes().size() + run.result_files().size() >= progress; }));
        kills.sleep_up_to(300ms);
        run.send(GetParam());
        // A signal that comes before it is awaited ends the run as it ends any program.
        const auto by_signal = AnyOf(Eq(130), Eq(128 + GetParam()));
        const int exit_code = run.wait().exit_code;
        EXPECT_THAT(exit_code, by_signal);
        kills.count(Value(exit_code, by_signal));
        expect_nothing_left(run, before);
    }
}

INSTANTIATE_TEST_SUITE_P(By, Kill, ::testing::Values(SIGINT, SIGTERM, SIGKILL),
                         [](const auto& tested) { return "SIG" + std::string(sigabbrev_np(tested.param)); });

TEST_F(Kill, ByAnInterruptLetsTheTesterCloseItsFiles) {
    const Machine before;
    StartedRun run(six_hosts, endless);
    const auto complete_set = AllOf(SizeIs(7), Each(MatchesRegex(result_or_lock)));
    (void)eventually([&] { return Value(run.result_files(), complete_set); });
    EXPECT_THAT(run.result_files(), complete_set);
    // The switch, mpirun, a daemon on each other host, six ranks.
    EXPECT_GT(run.processes().size(), 12);
    run.send(SIGINT);
    const Ended ended = run.wait();
    EXPECT_EQ(ended.exit_code, 130);
    EXPECT_THAT(ended.output, ::testing::HasSubstr("ended by a signal"));
    expect_nothing_left(run, before);
}

/// The first process of the run's cluster.
pid_t keeper_of(const StartedRun& run) {
    for (const pid_t process : run.processes()) {
        std::ifstream file("/proc/" + std::to_string(process) + "/comm");
        std::string name;
        if (std::getline(file, name) && name == keeper_name) return process;
    }
    return 0;
}

// mpirun would take the second of two requests for the wish to end at once, and the ranks' lock would stay.
TEST_F(Kill, OfTheStarterAndThenOfItsClusterLeavesNothing) {
    const Machine before;
    StartedRun run(six_hosts, endless);
    const auto has_lock = Contains(std::string("run.lock"));
    (void)eventually([&] { return Value(run.result_files(), has_lock); });
    ASSERT_THAT(run.result_files(), has_lock);
    const pid_t keeper = keeper_of(run);
    ASSERT_NE(keeper, 0);
    run.send(SIGKILL);
    (void)run.wait();
    for (int signal = 0; signal < 5; ++signal) {
        kill(keeper, SIGTERM);
        std::this_thread::sleep_for(10ms);
    }
    expect_nothing_left(run, before);
}

TEST_F(Kill, NeedNotComeForARunThatEndsOrFails) {
    const Machine before;
    StartedRun good(six_hosts, {"--lengths", "0", "-n", "2"});
    EXPECT_EQ(good.wait().exit_code, 0);
    expect_nothing_left(good, before);
    StartedRun bad(six_hosts, {"--lengths", "-5"});
    EXPECT_EQ(bad.wait().exit_code, 2);
    expect_nothing_left(bad, before);
}

}  // namespace
}  // namespace fabricmap::lab::testing
