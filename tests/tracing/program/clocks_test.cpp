// SPDX-License-Identifier: Apache-2.0
// Ranks whose monotonic clocks are 100 seconds apart to both sides, as on hosts that were started at other
// times.
#include "monitored_messages.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/reading/rank_clock.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

const std::vector<int> planted_s{0, 100, -100};

std::vector<std::string> words_of_job(const std::vector<std::string>& options, const fs::path& trace,
                                      const std::vector<std::string>& program) {
    std::vector<std::string> words{MPIEXEC, "--oversubscribe"};
    words.insert(words.end(), options.begin(), options.end());
    bool is_first = true;
    for (const int offset_s : planted_s) {
        if (!is_first) words.emplace_back(":");
        is_first = false;
        words.insert(words.end(), {"-np", "1"});
        if (offset_s != 0) {
            words.insert(words.end(),
                         {"/usr/bin/unshare", "--time", "--monotonic", std::to_string(offset_s), "--fork"});
        }
        words.insert(words.end(), {NETWORK_TRACE, "record", "-o", trace.string(), "--"});
        words.insert(words.end(), program.begin(), program.end());
    }
    return words;
}

bool can_shift_clocks() {
    return testing::run({"/usr/bin/unshare", "--time", "--monotonic", "-100", "--fork", "true"}).exit_code ==
           0;
}

TEST(Clocks, OfRanksAreComparedWithinTheBoundThatIsStated) {
    if (!can_shift_clocks()) GTEST_SKIP() << "needs time namespaces, and a machine that runs for 100 s";
    const TemporaryFolder folder;
    const auto outcome = testing::run(
        words_of_job({}, folder / "trace", {testing::traced_program("counted"), folder / "account"}));
    ASSERT_EQ(outcome.exit_code, 5) << outcome.err;
    const Recording recording = read_recording(folder / "trace");
    ASSERT_EQ(recording.ranks.size(), planted_s.size());
    const std::vector<RankClock> clocks = clocks_of(recording);
    for (const RankRecording& rank : recording.ranks) {
        const auto number = static_cast<std::size_t>(rank.header.rank);
        // The offset was really planted.
        const double apart_s = static_cast<double>(rank.header.started.monotonic_ns -
                                                   recording.ranks[0].header.started.monotonic_ns) *
                               1e-9;
        EXPECT_NEAR(apart_s, planted_s[number], 50);
        const double bound_s = clocks[number].error_bound_s();
        EXPECT_EQ(bound_s > 0, number > 0);
        EXPECT_LT(bound_s, 1);
        // The processor's counter is the same for all; where the monotonic clock stands for it, it is
        // shifted.
        for (const Moment& moment : rank.moments) {
            const std::uint64_t shift =
                rank.header.counter_is_monotonic != 0
                    ? static_cast<std::uint64_t>(std::int64_t{planted_s[number]} * 1'000'000'000)
                    : 0;
            const double of_first = clocks[0].seconds(moment.counter - shift);
            // Counter and clock are read one after the other: a microsecond.
            EXPECT_NEAR(clocks[number].seconds(moment.counter), of_first, bound_s + 1e-6) << number;
        }
    }
    const Operations operations = open_trace(folder / "trace");
    EXPECT_EQ(operations.report.early_receives, 0U);
    EXPECT_TRUE(operations.report.is_clean()) << describe_report(operations.report);
}

// On hosts of their own ranks read clocks by messages, which Open MPI counts as it does the program's.
TEST(Clocks, AreReadByMessagesThatAreCounted) {
    if (!can_shift_clocks()) GTEST_SKIP() << "needs time namespaces, and a machine that runs for 100 s";
    const TemporaryFolder folder;
    const fs::path prefix = folder / "monitored";
    const auto outcome = testing::run(words_of_job(testing::words_of_monitoring(prefix), folder / "trace",
                                                   {testing::traced_program("pairs")}));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    testing::MessageCounts counted = testing::messages_of(open_trace(folder / "trace").trace);
    std::uint64_t own = 0;
    const auto add = [&](int sender, int receiver, std::uint64_t messages) {
        own += messages;
        counted[{sender, receiver}].first += messages;
        counted[{sender, receiver}].second += messages * sizeof(std::int64_t);
    };
    for (const RankRecording& rank : read_recording(folder / "trace").ranks) {
        if (rank.header.clock_parent < 0) continue;
        const ClockMessages messages = clock_messages_of(rank.header);
        EXPECT_GT(messages.answers, 0U);
        add(rank.header.rank, rank.header.clock_parent, messages.sent);
        add(rank.header.clock_parent, rank.header.rank, messages.answers);
    }
    EXPECT_EQ(testing::monitored(prefix, static_cast<int>(planted_s.size())), counted);
    const auto shown = testing::run_program("network_trace", {"show", folder / "trace"});
    EXPECT_THAT(shown.out, HasSubstr(fmt::format("by {} messages of the recorder's own", own)));
}

}  // namespace
}  // namespace fabricmap::tracing
