// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/watchdog.hpp"

#include "base/unfinished_files.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace fabricmap {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ExitedWithCode;

constexpr int came_back = 7;
/// For a watchdog that does act, on a machine where others take the cores.
constexpr seconds long_enough{30};

Watchdog::Settings settings() {
    Watchdog::Settings settings;
    settings.timeout = seconds(1);
    settings.rank = 0;
    settings.hosts = {"north", "south"};
    settings.interrupt_message = [] { return std::string("2 lengths are complete"); };
    settings.program = "tester";
    return settings;
}

/// Ends the process unless the watchdog did so before.
[[noreturn]] void stay_silent_for(milliseconds time) {
    std::this_thread::sleep_for(time);
    std::_Exit(came_back);
}

class WatchdogDeathTest : public ::testing::Test {
  protected:
    WatchdogDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(WatchdogDeathTest, NamesThePairThatHangsAndEndsWithCode1) {
    EXPECT_EXIT(
        {
            Watchdog watchdog(settings());
            watchdog.expect(Watchdog::Waiting::answer, 1, 65536);
            stay_silent_for(long_enough);
        },
        ExitedWithCode(1), "tester: rank 0 on north → rank 1 on south, 64K bytes, no answer for 1 s");
}

TEST_F(WatchdogDeathTest, NamesTheSenderWhoseMessageIsMissing) {
    EXPECT_EXIT(
        {
            Watchdog watchdog(settings());
            watchdog.expect(Watchdog::Waiting::messages, 1, 8);
            stay_silent_for(long_enough);
        },
        ExitedWithCode(1), "rank 1 on south → rank 0 on north, 8 bytes");
}

TEST_F(WatchdogDeathTest, LetsThoseWithTheBrokenExchangeSpeakFirst) {
    EXPECT_EXIT(
        {
            Watchdog watchdog(settings());
            watchdog.expect(Watchdog::Waiting::others, -1, 8);
            stay_silent_for(settings().timeout + seconds(1));
        },
        ExitedWithCode(came_back), "");
}

TEST_F(WatchdogDeathTest, IsContentAsLongAsSomethingMoves) {
    EXPECT_EXIT(
        {
            Watchdog watchdog(settings());
            watchdog.change_settings([](Watchdog::Settings& changed) { changed.timeout = seconds(2); });
            watchdog.expect(Watchdog::Waiting::answer, 1, 8);
            for (int beat = 0; beat < 30; ++beat) {
                std::this_thread::sleep_for(milliseconds(100));
                watchdog.beat();
            }
            stay_silent_for(milliseconds(0));
        },
        ExitedWithCode(came_back), "");
}

TEST_F(WatchdogDeathTest, IsContentWhileTheRankRests) {
    EXPECT_EXIT(
        {
            Watchdog watchdog(settings());
            { const WaitScope over(Waiting::answer, 1, 8); }
            stay_silent_for(milliseconds(1500));
        },
        ExitedWithCode(came_back), "");
}

TEST_F(WatchdogDeathTest, EndsWith130AndAnInterruptMessageOnASignal) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        EXPECT_EXIT(
            {
                Watchdog::block_signals();
                Watchdog watchdog(settings());
                kill(getpid(), signal);
                stay_silent_for(long_enough);
            },
            ExitedWithCode(130), "tester: 2 lengths are complete");
    }
}

TEST_F(WatchdogDeathTest, LeavesNothingUnfinished) {
    const testing::TemporaryFolder folder;
    const auto end_in_the_middle = [&] {
        const UnfinishedFiles files({folder / "run.partial"});
        testing::write_bytes(folder / "run.partial", "half");
        Watchdog::block_signals();
        Watchdog watchdog(settings());
        kill(getpid(), SIGTERM);
        stay_silent_for(long_enough);
    };
    GTEST_FLAG_SET(death_test_style, "fast");
    EXPECT_EXIT(end_in_the_middle(), ExitedWithCode(130), "");
    EXPECT_FALSE(std::filesystem::exists(folder / "run.partial"));
}

/// As under nohup.
TEST_F(WatchdogDeathTest, LeavesASignalAloneThatIsIgnored) {
    EXPECT_EXIT(
        {
            std::signal(SIGHUP, SIG_IGN);
            Watchdog::block_signals();
            Watchdog watchdog(settings());
            kill(getpid(), SIGHUP);
            stay_silent_for(milliseconds(1500));
        },
        ExitedWithCode(came_back), "");
}

}  // namespace
}  // namespace fabricmap
