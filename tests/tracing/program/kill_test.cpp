// SPDX-License-Identifier: Apache-2.0
// Recordings of programs that are killed. FABRICMAP_KILLS=50 kills so many of them, half of these in all
// their ranks, and prints how old the first call was that is missing.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/reading/recording.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;
using testing::Command;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::run_program;
using ::testing::SizeIs;
using testing::TemporaryFolder;

constexpr unsigned seed_of_kills = 21;
constexpr int default_kills = 2;
/// Many kills may come later: polls are put together, buffers are full.
constexpr double last_default_kill_s = 2.5;
constexpr double last_of_many_kills_s = 4;
constexpr std::int64_t second_ns = 1'000'000'000;

int kills_wanted() {
    const char* const text = std::getenv("FABRICMAP_KILLS");
    return text == nullptr ? default_kills
                           : std::atoi(text);  // NOLINT(bugprone-unchecked-string-to-number-conversion)
}

std::int64_t now_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * second_ns + now.tv_nsec;
}

/// The program's own count: how many calls a rank of `endless` had made by when.
struct CallsBy {
    std::int64_t ns = 0;
    std::int64_t calls = 0;
};

std::vector<CallsBy> account_of(const fs::path& path) {
    const std::string bytes = testing::bytes_of(path);
    std::vector<CallsBy> account;
    for (std::size_t at = 0; at + sizeof(CallsBy) <= bytes.size(); at += sizeof(CallsBy)) {
        CallsBy next;
        std::memcpy(&next, bytes.data() + at, sizeof next);
        if (next.ns == 0) break;
        account.push_back(next);
    }
    return account;
}

/// All calls that were older than a second are there. Returns how old the first may be that is not.
double expect_calls(const RankRecording& rank, const std::vector<CallsBy>& account, std::int64_t killed_ns) {
    const auto recorded = static_cast<std::int64_t>(rank.threads.empty() ? 0 : rank.threads[0].call_count);
    double missing_s = 0;
    for (const CallsBy& by : account) {
        if (recorded >= by.calls) continue;
        EXPECT_GT(by.ns, killed_ns - second_ns) << "rank " << rank.header.rank;
        missing_s = std::max(missing_s, static_cast<double>(killed_ns - by.ns) * 1e-9);
    }
    return missing_s;
}

/// Kills one rank, or both; returns the age of the oldest call that is missing.
double kill_after(double seconds, const std::vector<std::size_t>& victims) {
    const TemporaryFolder folder;
    Command job(testing::words_of_traced(2, folder / "trace",
                                         {testing::traced_program("endless"), folder / "account"}));
    const auto has_begun = [&] {
        return fs::exists(folder / "account.0") && fs::exists(folder / "account.1");
    };
    for (int wait = 0; wait < 3000 && !has_begun(); ++wait)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    const auto children = job.children();
    EXPECT_THAT(children, SizeIs(2));
    for (const std::size_t victim : victims) kill(children.at(victim), SIGKILL);
    const std::int64_t killed_ns = now_ns();
    job.wait(std::chrono::seconds(60));

    const Recording recording = read_recording(folder / "trace");
    EXPECT_THAT(recording.ranks, SizeIs(2));
    EXPECT_FALSE(recording.is_complete());
    double missing_s = 0;
    for (const RankRecording& rank : recording.ranks) {
        const auto account = account_of(folder / fmt::format("account.{}", rank.header.rank));
        // The program writes its count ten times a second.
        EXPECT_TRUE(seconds < 1 || !account.empty());
        missing_s = std::max(missing_s, expect_calls(rank, account, killed_ns));
    }
    const Outcome shown = run_program("network_trace", {"show", folder / "trace"});
    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("Not at the end: "));
    return missing_s;
}

TEST(Kill, AtARandomMomentLosesNoCallThatIsOlderThanASecond) {
    std::mt19937 random(seed_of_kills);
    const int kills = kills_wanted();
    const double last_kill_s = kills > default_kills ? last_of_many_kills_s : last_default_kill_s;
    for (int number = 0; number < kills && !HasFailure(); ++number) {
        const double seconds = std::uniform_real_distribution(0.0, last_kill_s)(random);
        const bool kills_all = number % 2 == 0;
        SCOPED_TRACE(fmt::format("kill {} of {}, after {:.3f} s", number + 1,
                                 kills_all ? "all ranks" : "one rank", seconds));
        const double missing_s = kill_after(
            seconds, kills_all ? std::vector<std::size_t>{0, 1} : std::vector<std::size_t>{random() % 2});
        if (kills > default_kills) fmt::print("{:>3} {:.3f} s {:.3f} s\n", number + 1, seconds, missing_s);
    }
}

}  // namespace
}  // namespace fabricmap::tracing
