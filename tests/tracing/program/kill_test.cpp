// SPDX-License-Identifier: Apache-2.0
// Recordings of programs that are killed, half of them in all their ranks; how old the first call was that is
// missing is printed.
#include "tests/kills.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/reading/recording.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;
using testing::Command;
using ::testing::HasSubstr;
using testing::Kills;
using testing::Outcome;
using testing::run_program;
using ::testing::SizeIs;
using testing::TemporaryFolder;

/// The program writes its count ten times a second. Polls are put together and buffers are full late alone.
constexpr std::size_t max_counts_before_kill = 40;
constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t between_counts_ns = second_ns / 10;

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
    if (!fs::exists(path)) return {};
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

/// For how long the machine kept the program from counting when it was time, and so perhaps from writing
/// calls.
std::int64_t longest_delay_ns(const std::vector<CallsBy>& account, std::int64_t killed_ns) {
    std::int64_t longest = 0;
    for (std::size_t k = 0; k < account.size(); ++k) {
        const std::int64_t next_ns = k + 1 < account.size() ? account[k + 1].ns : killed_ns;
        longest = std::max(longest, next_ns - account[k].ns - between_counts_ns);
    }
    return longest;
}

/// All calls that were older than a second are there, on a machine that lets the program run. Returns how old
/// the first may be that is not.
double expect_calls(const RankRecording& rank, const std::vector<CallsBy>& account, std::int64_t killed_ns) {
    const auto recorded = static_cast<std::int64_t>(rank.threads.empty() ? 0 : rank.threads[0].call_count);
    const std::int64_t delay_ns = longest_delay_ns(account, killed_ns);
    double missing_s = 0;
    for (const CallsBy& by : account) {
        if (recorded >= by.calls) continue;
        EXPECT_GT(by.ns, killed_ns - second_ns - delay_ns) << "rank " << rank.header.rank;
        missing_s = std::max(missing_s, static_cast<double>(killed_ns - by.ns) * 1e-9);
    }
    return missing_s;
}

/// Kills one rank or both, up to a tenth of a second after both have written so many counts; returns the age
/// of the oldest call that is missing.
double kill_ranks(std::size_t counts, bool kills_all, Kills& kills) {
    const TemporaryFolder folder;
    Command job(testing::words_of_traced(2, folder / "trace",
                                         {testing::traced_program("endless"), folder / "account"}));
    const auto account = [&](int rank) { return account_of(folder / fmt::format("account.{}", rank)); };
    const auto has_counted = [&](int rank) { return account(rank).size() >= counts; };
    EXPECT_TRUE(testing::eventually([&] { return has_counted(0) && has_counted(1); }));
    kills.sleep_up_to(std::chrono::milliseconds(100));
    const auto children = job.children();
    EXPECT_THAT(children, SizeIs(2));
    const std::size_t first = kills_all ? 0 : kills.draw(0, std::size_t{1});
    kill(children.at(first), SIGKILL);
    if (kills_all) kill(children.at(1), SIGKILL);
    const std::int64_t killed_ns = now_ns();
    job.wait(std::chrono::seconds(60));

    const Recording recording = read_recording(folder / "trace");
    EXPECT_THAT(recording.ranks, SizeIs(2));
    EXPECT_FALSE(recording.is_complete());
    kills.count(!recording.is_complete());
    double missing_s = 0;
    for (const RankRecording& rank : recording.ranks)
        missing_s = std::max(missing_s, expect_calls(rank, account(rank.header.rank), killed_ns));
    const Outcome shown = run_program("network_trace", {"show", folder / "trace"});
    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("Not at the end: "));
    return missing_s;
}

TEST(Kill, AtARandomMomentLosesNoCallThatIsOlderThanASecond) {
    for (Kills kills({.quick = 2, .whole = 6, .seed = 21}); kills.next();) {
        const std::size_t counts = kills.draw(1, max_counts_before_kill);
        const bool kills_all = kills.number() % 2 == 0;
        SCOPED_TRACE(fmt::format("{} after {} counts", kills_all ? "all ranks" : "one rank", counts));
        const double missing_s = kill_ranks(counts, kills_all, kills);
        fmt::print("{:>3} {:.1f} s {:.3f} s\n", kills.number() + 1, 0.1 * static_cast<double>(counts),
                   missing_s);
    }
}

TEST(RecordedFile, ThatIsRemovedOrCutOffIsNamedWhileTheProgramGoesOn) {
    for (const bool is_removed : {true, false}) {
        const TemporaryFolder folder;
        Command job(testing::words_of_traced(2, folder / "trace",
                                             {testing::traced_program("endless"), folder / "account"}));
        const auto has_counted = [&](std::size_t counts) {
            return testing::eventually([&] { return account_of(folder / "account.1").size() >= counts; });
        };
        const fs::path file = folder / "trace" / "rank00001.trace";
        ASSERT_TRUE(has_counted(10));
        if (is_removed) {
            fs::remove(file);
        } else {
            fs::resize_file(file, 64);
        }
        // A second later it has written, and found out.
        ASSERT_TRUE(has_counted(account_of(folder / "account.1").size() + 15));
        kill(job.pid(), SIGTERM);
        EXPECT_THAT(job.wait().err,
                    HasSubstr(is_removed ? "rank00001.trace: was removed" : "rank00001.trace: was cut off"));
    }
}

}  // namespace
}  // namespace fabricmap::tracing
