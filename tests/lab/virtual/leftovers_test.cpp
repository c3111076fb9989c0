// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/leftovers.hpp"

#include "lab/virtual/file_descriptor.hpp"
#include "lab/virtual/keeper.hpp"
#include "real_cluster.hpp"

#include <gmock/gmock.h>

#include <array>
#include <csignal>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>

namespace fabricmap::lab::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// A starter with a keeper that, unlike real ones, does not notice the end of its starter.
class StubbornKeeper {
  public:
    StubbornKeeper() {
        std::array<int, 2> ends{};
        EXPECT_EQ(pipe(ends.data()), 0);
        starter_ = fork();
        if (starter_ == 0) be_starter(ends[1]);
        EXPECT_EQ(read(ends[0], &keeper_, sizeof keeper_), static_cast<ssize_t>(sizeof keeper_));
        close(ends[0]);
        close(ends[1]);
    }
    StubbornKeeper(const StubbornKeeper&) = delete;
    StubbornKeeper& operator=(const StubbornKeeper&) = delete;
    ~StubbornKeeper() {
        end_starter();
        kill(keeper_, SIGKILL);
    }

    void end_starter() {
        if (starter_ < 0) return;
        kill(starter_, SIGKILL);
        waitpid(starter_, nullptr, 0);
        starter_ = -1;
    }
    [[nodiscard]] std::string name() const { return "process " + std::to_string(keeper_) + " "; }
    /// Whether it is neither gone nor dead.
    [[nodiscard]] bool is_alive() const {
        std::error_code gone;
        return !std::filesystem::read_symlink("/proc/" + std::to_string(keeper_) + "/exe", gone).empty();
    }

  private:
    [[noreturn]] static void be_starter(int reported) {
        if (unshare(CLONE_NEWPID) != 0) _exit(1);
        const pid_t keeper = fork();
        if (keeper == 0) {
            prctl(PR_SET_NAME, std::string(keeper_name).c_str());
            while (true) pause();
        }
        (void)!write(reported, &keeper, sizeof keeper);
        while (true) pause();
    }

    pid_t starter_ = -1;
    pid_t keeper_ = -1;
};

class Leftovers : public OnRealHosts {};

TEST_F(Leftovers, AreRemovedWhenTheirStarterIsGoneAndNotBefore) {
    StubbornKeeper keeper;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // until it has its name
    EXPECT_THAT(remove_leftovers(), Not(Contains(HasSubstr(keeper.name()))));
    EXPECT_TRUE(keeper.is_alive());
    keeper.end_starter();
    EXPECT_THAT(remove_leftovers(std::chrono::milliseconds(500)), Contains(HasSubstr(keeper.name())));
    for (int i = 0; i < 100 && keeper.is_alive(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(keeper.is_alive());
}

}  // namespace
}  // namespace fabricmap::lab::testing
