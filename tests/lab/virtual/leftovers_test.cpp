// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/leftovers.hpp"

#include "base/errors.hpp"
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

using ::testing::HasSubstr;

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
    /// As those that are left have it; empty where it is none of them.
    [[nodiscard]] std::vector<Leftover> among_leftovers() const {
        std::vector<Leftover> found = leftovers();
        std::erase_if(found, [&](const Leftover& one) { return one.keeper != keeper_; });
        return found;
    }
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
    EXPECT_TRUE(keeper.among_leftovers().empty());
    EXPECT_TRUE(keeper.is_alive());
    keeper.end_starter();
    const std::vector<Leftover> left = keeper.among_leftovers();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_THAT(end_leftover(left.front(), std::chrono::milliseconds(500)),
                HasSubstr(std::to_string(left.front().keeper) + " with all its hosts"));
    for (int i = 0; i < 100 && keeper.is_alive(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(keeper.is_alive());
}

TEST(ChosenLeftovers, AreTheOnlyOneOrThoseThatAreNamed) {
    const std::vector<Leftover> two{{12, "node0 node1", {13, 14}}, {34, ""}};
    EXPECT_TRUE(chosen_leftovers({}, "").empty());
    EXPECT_EQ(chosen_leftovers({two[0]}, "").front().keeper, 12);
    EXPECT_EQ(chosen_leftovers(two, "34").front().keeper, 34);
    EXPECT_EQ(chosen_leftovers(two, "14").front().keeper, 12) << "as network_lab up prints it";
    EXPECT_EQ(chosen_leftovers(two, "all").size(), 2U);
    const auto refused = [](const std::vector<Leftover>& all, const std::string& word) -> std::string {
        try {
            (void)chosen_leftovers(all, word);
        } catch (const UsageError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_EQ(refused(two, ""),
              "down: several virtual clusters are up: name one, or all: network_lab down 12 (node0 node1), "
              "network_lab down 34");
    EXPECT_EQ(refused({two[1]}, "12"),
              "down 12: there is no such virtual cluster; there are: network_lab down 34");
    EXPECT_EQ(refused({}, "12"), "down 12: there is no such virtual cluster");
}

}  // namespace
}  // namespace fabricmap::lab::testing
