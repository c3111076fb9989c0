// SPDX-License-Identifier: Apache-2.0
// Ranks of one host are played by processes that have what a launcher gives to them in their environment.
#include "measuring/watch/rank_board.hpp"

#include "measuring/watch/watchdog.hpp"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fabricmap {
namespace {

using std::chrono::seconds;

/// The environment of a job of two ranks, both on this host, for the rank of that number.
void become(int rank) {
    setenv("PMIX_NAMESPACE", ("rank_board_test" + std::to_string(getppid())).c_str(), 1);
    setenv("PMIX_RANK", std::to_string(rank).c_str(), 1);
    setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
    setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "2", 1);
}

/// For a watchdog that does act, on a machine where others take the cores.
constexpr unsigned long_enough_s = 30;

/// Runs in a process of its own and returns its exit code.
template <typename Act>
int exit_code_of(const Act& act) {
    const pid_t child = fork();
    if (child == 0) _exit(act());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// The other rank of the same job: what it is to do, in a process that is ended with this object. It is
/// handed what to call when it has come, which the constructor waits for.
class OtherRank {
  public:
    template <typename Act>
    explicit OtherRank(const Act& act) {
        std::array<int, 2> has_come{};
        if (pipe(has_come.data()) != 0) std::abort();
        process_ = fork();
        if (process_ == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);  // its tester may end at once
            setenv("PMIX_RANK", "1", 1);
            act([&] { close_both(has_come); });
            _exit(0);
        }
        close(has_come[1]);
        char nothing = 0;
        [[maybe_unused]] const auto end = read(has_come[0], &nothing, 1);
        close(has_come[0]);
    }
    ~OtherRank() {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    OtherRank(const OtherRank&) = delete;
    OtherRank& operator=(const OtherRank&) = delete;

    [[nodiscard]] pid_t process() const noexcept { return process_; }

  private:
    static void close_both(const std::array<int, 2>& ends) {
        for (const int end : ends) close(end);
    }

    pid_t process_ = -1;
};

[[noreturn]] void sleep_for_long() {
    while (true) pause();
}

template <typename Condition>
bool comes_true(const Condition& condition) {
    for (int attempt = 0; attempt < 500 && !condition(); ++attempt) usleep(10'000);
    return condition();
}

TEST(RankBoard, ShowsTheRanksOfAJobToEachOther) {
    EXPECT_EQ(exit_code_of([] {
                  become(0);
                  RankBoard board(RankBoard::Scope::job);
                  if (board.missing_ranks() != std::vector<int>{1}) return 1;
                  const OtherRank other([](const auto& come) {
                      RankBoard own(RankBoard::Scope::job);
                      own.own().beats = 17;
                      come();
                      sleep_for_long();
                  });
                  const bool seen = comes_true([&] {
                      const auto states = board.states();
                      return states.size() == 2 && states[1].beats == 17 && states[1].rank_plus1 == 2 &&
                             states[1].process == other.process();
                  });
                  return seen && board.missing_ranks().empty() ? 0 : 2;
              }),
              0);
}

std::filesystem::path path_of_board() {
    return "/dev/shm" + RankBoard::name_of_job();
}

// Whatever kills them then leaves nothing.
TEST(RankBoard, HasNoNameOnceAllRanksOfTheHostHaveCome) {
    EXPECT_EQ(exit_code_of([] {
                  become(0);
                  const RankBoard board(RankBoard::Scope::job);
                  if (!std::filesystem::exists(path_of_board())) return 1;
                  const OtherRank other([](const auto& come) {
                      const RankBoard its(RankBoard::Scope::job);
                      come();
                      sleep_for_long();
                  });
                  if (std::filesystem::exists(path_of_board())) return 2;
                  return board.states().size() == 2 ? 0 : 3;
              }),
              0);
}

int begin_another_job() {
    setenv("PMIX_NAMESPACE", ("next job" + std::to_string(getppid())).c_str(), 1);
    const RankBoard next(RankBoard::Scope::job);
    return 0;
}

TEST(RankBoard, OfAJobThatWasKilledBeforeAllHadComeIsRemovedByTheNextOne) {
    EXPECT_EQ(exit_code_of([] {
                  using namespace std::filesystem;
                  become(0);
                  const path left = path_of_board();
                  exit_code_of([] {
                      const RankBoard board(RankBoard::Scope::job);
                      _exit(0);
                      return 0;
                  });
                  if (!exists(left)) return 1;
                  exit_code_of(begin_another_job);
                  if (!exists(left)) return 2;  // its other ranks may be on their way
                  last_write_time(left, file_time_type::clock::now() - std::chrono::minutes(2));
                  exit_code_of(begin_another_job);
                  return exists(left) ? 3 : 0;
              }),
              0);
}

TEST(RankBoard, IsAnotherOneInAnotherJob) {
    EXPECT_EQ(exit_code_of([] {
                  become(0);
                  const RankBoard board(RankBoard::Scope::job);
                  setenv("PMIX_NAMESPACE", ("another job" + std::to_string(getppid())).c_str(), 1);
                  RankBoard other(RankBoard::Scope::job);
                  return board.states().size() == 1 && other.states().size() == 1 ? 0 : 1;
              }),
              0);
}

TEST(RankBoard, IsOnesOwnWithoutALauncher) {
    EXPECT_EQ(exit_code_of([] {
                  for (const char* const name : {"PMIX_NAMESPACE", "PMIX_SERVER_URI2", "PMIX_SERVER_URI21",
                                                 "PMIX_SERVER_URI3", "PMIX_SERVER_URI4", "SLURM_JOB_ID"})
                      unsetenv(name);
                  RankBoard board(RankBoard::Scope::job);
                  return board.states().size() == 1 && &board.states()[0] == &board.own() ? 0 : 1;
              }),
              0);
}

class StoppedNeighbourDeathTest : public ::testing::Test {
  protected:
    StoppedNeighbourDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

    static Watchdog::Settings settings(int rank) {
        Watchdog::Settings of_rank;
        of_rank.timeout = rank == 0 ? seconds(2) : seconds(60);  // rank 0 is to act
        of_rank.rank = rank;
        of_rank.hosts = {"north", "north"};
        of_rank.scope = RankBoard::Scope::job;
        return of_rank;
    }
};

TEST_F(StoppedNeighbourDeathTest, IsNamedByARankThatWaitsForNothing) {
    EXPECT_EXIT(
        {
            become(0);
            const OtherRank other([](const auto& come) {
                const Watchdog watchdog(settings(1));
                come();
                sleep_for_long();
            });
            std::optional<Watchdog> watchdog(std::in_place, settings(0));
            kill(other.process(), SIGSTOP);
            sleep(long_enough_s);
        },
        ::testing::ExitedWithCode(1), "rank 1 on north has not run for 2 s: it is stopped");
}

// A disk may take its time, and the other ranks do not wait for it.
TEST_F(StoppedNeighbourDeathTest, IsNamedBeforeAnythingIsStored) {
    EXPECT_EXIT(
        {
            become(0);
            const OtherRank other([](const auto& come) {
                const Watchdog watchdog(settings(1));
                come();
                sleep_for_long();
            });
            Watchdog::Settings storing = settings(0);
            storing.leave_out = [](const std::vector<std::string>& /*hosts*/) -> std::string { _exit(7); };
            const Watchdog watchdog(storing);
            kill(other.process(), SIGSTOP);
            sleep(long_enough_s);
        },
        ::testing::ExitedWithCode(7), "rank 1 on north has not run for 2 s: it is stopped");
}

TEST_F(StoppedNeighbourDeathTest, IsSaidNotToHaveEnteredACallThatOthersAreIn) {
    EXPECT_EXIT(
        {
            become(0);
            const OtherRank other([](const auto& come) {
                Watchdog watchdog(settings(1));
                watchdog.expect_in("bcast", Waiting::collective, -1, 1024);
                watchdog.enter(6);
                come();
                sleep_for_long();
            });
            Watchdog watchdog(settings(0));
            kill(other.process(), SIGSTOP);
            watchdog.expect_in("bcast", Waiting::collective, -1, 1024);
            watchdog.enter(7);
            sleep(long_enough_s);
        },
        ::testing::ExitedWithCode(1), "rank 1 on north has not entered bcast of 1K bytes, nor run, for 2 s");
}

class CollectiveCallDeathTest : public StoppedNeighbourDeathTest {};

TEST_F(CollectiveCallDeathTest, NamesTheRankThatHasNotEntered) {
    EXPECT_EXIT(
        {
            become(0);
            const OtherRank other([](const auto& come) {
                Watchdog watchdog(settings(1));
                watchdog.enter(6);
                come();
                sleep_for_long();
            });
            Watchdog watchdog(settings(0));
            watchdog.expect_in("bcast", Waiting::collective, -1, 1024);
            watchdog.enter(7);
            sleep(long_enough_s);
        },
        ::testing::ExitedWithCode(1), "rank 1 on north has not entered bcast of 1K bytes for 2 s");
}

TEST_F(CollectiveCallDeathTest, LooksElsewhereWhereAllOfTheHostHaveEntered) {
    EXPECT_EXIT(
        {
            become(0);
            const OtherRank other([](const auto& come) {
                Watchdog watchdog(settings(1));
                watchdog.expect_in("bcast", Waiting::collective, -1, 1024);
                watchdog.enter(7);
                come();
                sleep_for_long();
            });
            Watchdog watchdog(settings(0));
            watchdog.expect_in("bcast", Waiting::collective, -1, 1024);
            watchdog.enter(7);
            sleep(long_enough_s);
        },
        ::testing::ExitedWithCode(1), "of this host have entered bcast of 1K bytes and not left it for 2 s");
}

TEST_F(StoppedNeighbourDeathTest, IsNobodyOnceItNeedsNoOther) {
    EXPECT_EXIT(
        {
            become(0);
            const OtherRank other([](const auto& come) {
                RankBoard own(RankBoard::Scope::job);
                own.own().ended = true;
                come();
                sleep_for_long();
            });
            {
                const Watchdog watchdog(settings(0));
                sleep(4);
            }
            _exit(7);
        },
        ::testing::ExitedWithCode(7), "");
}

TEST_F(StoppedNeighbourDeathTest, IsAwaitedByThoseThatEnd) {
    EXPECT_EXIT(
        {
            become(0);
            const OtherRank other([](const auto& come) {
                const Watchdog watchdog(settings(1));
                come();
                raise(SIGSTOP);
            });
            Watchdog watchdog(settings(0));
            watchdog.await_end_of_all();
            _exit(7);
        },
        ::testing::ExitedWithCode(1), "rank 1 on north has not run for 2 s");
}

}  // namespace
}  // namespace fabricmap
