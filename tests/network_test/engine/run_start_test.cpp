// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/run_start.hpp"

#include "base/errors.hpp"
#include "tests/expectations.hpp"
#include "tests/network_test/engine/two_hosts.hpp"

#include <algorithm>

namespace fabricmap::network_test {
namespace {

using ::testing::HasSubstr;
using testing::two_hosts;

RunDescription described(const std::vector<std::string>& arguments,
                         const PerRank<RankLocation>& locations = two_hosts) {
    return describe_new_run(parse_command_line(arguments).options, locations, arguments);
}

/// What is said when a run started with the first words is resumed with the second.
std::string refusal(const std::vector<std::string>& before, const std::vector<std::string>& now,
                    const PerRank<RankLocation>& places_now = two_hosts) {
    return testing::error_of<UsageError>([&] {
        check_resumable(described(before), described(now, places_now), parse_command_line(now).options);
    });
}

TEST(DescribeNewRun, GivesEveryRunASeedOfItsOwn) {
    EXPECT_NE(described({}).seed, described({}).seed);
}

TEST(DescribeNewRun, ReportsWhatWasAskedFor) {
    const RunDescription run = described({"-t", "get_one_to_one", "-n", "7", "--fixed", "--seed", "11"});
    EXPECT_EQ(run.mode, Mode::get_one_to_one);
    EXPECT_EQ(run.repeats, 7);
    EXPECT_EQ(run.seed, 11U);
    EXPECT_EQ(run.rma_sync, RmaSync::lock);
    EXPECT_EQ(run.sampling, "fixed 7, warm-up 3");
    EXPECT_EQ(run.command_line, "network_test -t get_one_to_one -n 7 --fixed --seed 11");
    EXPECT_EQ(run.ranks, two_hosts);
    EXPECT_FALSE(run.complete);
    EXPECT_TRUE(run.finished.empty());
    EXPECT_GT(run.clock_resolution_s, 0);
}

TEST(DescribeNewRun, NamesExcludedHostsOnceAndAscending) {
    EXPECT_THAT(described({"--exclude-hosts", "south,east,south"}).excluded_hosts,
                ::testing::ElementsAre("east", "south"));
}

TEST(DescribeNewRun, ShufflesTheLengthsOnlyWhenAsked) {
    const RunDescription plain = described({"-s", "1000"});
    EXPECT_TRUE(std::is_sorted(plain.message_lengths.begin(), plain.message_lengths.end()));
    const RunDescription shuffled = described({"-s", "1000", "--shuffle-lengths", "--seed", "1"});
    EXPECT_THAT(shuffled.message_lengths, ::testing::UnorderedElementsAreArray(plain.message_lengths));
    EXPECT_NE(shuffled.message_lengths, plain.message_lengths);
    EXPECT_EQ(shuffled.message_lengths,
              described({"-s", "1000", "--shuffle-lengths", "--seed", "1"}).message_lengths);
}

TEST(CheckResumable, TakesTheSameJob) {
    const std::vector<std::string> words{"-t", "bcast", "-e", "500", "-n", "20"};
    EXPECT_NO_THROW(check_resumable(described(words), described(words), parse_command_line(words).options));
}

TEST(CheckResumable, TakesShuffledLengthsInWhateverOrderTheyAre) {
    const std::vector<std::string> words{"--shuffle-lengths"};
    EXPECT_NO_THROW(check_resumable(described(words), described(words), parse_command_line(words).options));
}

TEST(CheckResumable, TakesTheLengthsThatProbingAddedToItsGrid) {
    const std::vector<std::string> words{"--lengths", "probe:1:16"};
    RunDescription earlier = described(words);
    earlier.message_lengths.insert(earlier.message_lengths.end(), {10, 11});
    const Options options = parse_command_line(words).options;
    EXPECT_NO_THROW(check_resumable(earlier, described(words), options));
    EXPECT_THAT(refusal(words, {"--lengths", "probe:1:32"}), HasSubstr("other message lengths"));
    EXPECT_THAT(refusal({"--lengths", "probe:1:32"}, words), HasSubstr("other message lengths"));
    EXPECT_THAT(refusal({"--lengths", "1,16"}, words), HasSubstr("other message lengths"));
}

TEST(CheckResumable, NamesTheFirstThingThatDiffers) {
    EXPECT_THAT(refusal({"-t", "bcast"}, {"-t", "one_to_one"}), HasSubstr("-t bcast, not one_to_one"));
    EXPECT_THAT(refusal({}, {"--timing", "receiver"}), HasSubstr("--timing one_way, not receiver"));
    EXPECT_THAT(refusal({"-n", "20"}, {"-n", "30"}),
                HasSubstr("warm-up 3 (-n, --fixed, --precision, --warm-up): give the same as then"));
    EXPECT_THAT(refusal({"-t", "test_noise", "-l", "8"}, {"-t", "test_noise", "-l", "9"}),
                HasSubstr("noise -l 8 -m 1 -p 0, not -l 9"));
    EXPECT_THAT(refusal({"-t", "put_one_to_one"}, {"-t", "put_one_to_one", "--rma-sync", "fence"}),
                HasSubstr("--rma-sync lock, not fence"));
    EXPECT_THAT(refusal({"--memory", "cuda"}, {}), HasSubstr("--memory cuda, not host"));
    EXPECT_THAT(refusal({}, {"--ordered"}),
                HasSubstr("schedule auto, shuffled, not auto, ordered (--schedule, --active-per-node, "));
    EXPECT_THAT(refusal({"--seed", "1"}, {"--seed", "2"}), HasSubstr("--seed 1, not 2"));
}

TEST(CheckResumable, NamesALengthThatOnlyOneOfTheRunsHas) {
    EXPECT_THAT(refusal({"-e", "500"}, {"-e", "600"}),
                HasSubstr("other message lengths, 500 bytes not among them (--lengths, "));
    EXPECT_THAT(refusal({"--lengths", "1,64K"}, {"--lengths", "1"}),
                HasSubstr("other message lengths, 64K bytes among them (--lengths, "));
    const std::vector<std::string> probe{"--lengths", "probe:2:16"};
    EXPECT_THAT(refusal({"--lengths", "1,probe:2:16"}, probe), HasSubstr("lengths, 1 bytes among them"));
}

TEST(CheckResumable, OffersMoreThanToDestroyTheRun) {
    EXPECT_THAT(refusal({"--seed", "1", "-f", "a"}, {"--seed", "2", "-f", "a"}),
                ::testing::EndsWith("the run at a has --seed 1, not 2: give the same as then, or another -f; "
                                    "--overwrite starts again"));
}

/// What is said when a run that was measured in that way is resumed.
std::string refusal_after(ScheduleKind kind, const std::vector<std::string>& before,
                          const std::vector<std::string>& now) {
    return testing::error_of<UsageError>([&] {
        RunDescription earlier = described(before);
        earlier.schedule = schedule_of(parse_command_line(before).options, kind);
        check_resumable(earlier, described(now), parse_command_line(now).options);
    });
}

TEST(CheckResumable, RefusesASampleOfARunThatWentSerially) {
    EXPECT_THAT(refusal_after(ScheduleKind::serial, {}, {"--resume", "--sample-pairs", "5%"}),
                HasSubstr("--sample-pairs: the run at network was measured serially"));
}

TEST(CheckResumable, RefusesASampleOfOtherHosts) {
    const std::vector<std::string> sample{"--sample-pairs", "5%", "-f", "a"};
    const std::vector<std::string> of_fewer{"--sample-pairs",  "5%",        "-f", "a",
                                            "--exclude-hosts", "south,east"};
    const std::vector<std::string> of_the_same{"--sample-pairs", "5%", "-f", "a",
                                               "--exclude-hosts=east,south"};
    const Options options = parse_command_line(of_the_same).options;
    RunDescription earlier = described(of_fewer);
    earlier.schedule = schedule_of(options, ScheduleKind::rounds);
    EXPECT_NO_THROW(check_resumable(earlier, described(of_the_same), options));
    for (const auto& [before, now] : {std::pair(sample, of_fewer), std::pair(of_fewer, sample)}) {
        EXPECT_THAT(refusal_after(ScheduleKind::rounds, before, now),
                    HasSubstr("would continue with other pairs"));
    }
}

TEST(ScheduleOf, CallsAllPairsNoSample) {
    const auto schedule = [](const std::string& share) {
        return schedule_of(parse_command_line({"--sample-pairs", share}).options, ScheduleKind::rounds);
    };
    EXPECT_EQ(schedule("100%").text(), "rounds, active per node 1, shuffled");
    EXPECT_EQ(schedule("5%"), (Schedule{ScheduleKind::rounds, 1, PairSample{.fraction = 0.05}, true}));
    EXPECT_EQ(schedule("rounds=12"), (Schedule{ScheduleKind::rounds, 1, PairSample{.rounds = 12}, true}));
}

TEST(CheckResumable, TakesAScheduleAsFilesOfVersion1RoundIt) {
    const std::vector<std::string> words{"--schedule", "rounds", "--sample-pairs", "33.33333333%"};
    RunDescription earlier = described(words);
    earlier.schedule = Schedule{ScheduleKind::rounds, 1, PairSample{.fraction = 33.3333 / 100}, true};
    EXPECT_NO_THROW(check_resumable(earlier, described(words), parse_command_line(words).options));
    earlier.schedule->sample->fraction = 33.333 / 100;
    EXPECT_THAT(testing::error_of<UsageError>(
                    [&] { check_resumable(earlier, described(words), parse_command_line(words).options); }),
                HasSubstr("schedule rounds, active per node 1, 33.333 % of the pairs, shuffled, not rounds"));
}

TEST(CheckResumable, RefusesARunThatSaysNothingOfItsSchedule) {
    RunDescription earlier = described({});
    earlier.schedule.reset();
    EXPECT_THAT(testing::error_of<UsageError>(
                    [&] { check_resumable(earlier, described({}), parse_command_line({}).options); }),
                HasSubstr("schedule unknown, not auto, shuffled"));
}

TEST(CheckResumable, NamesTheRankThatMovedOrHowManyThereWere) {
    EXPECT_THAT(refusal({}, {}, {{"north", 0}, {"east", 1}}), HasSubstr("rank 1 on south, not on east"));
    EXPECT_THAT(refusal({}, {}, {{"north", 0}}), HasSubstr("2 ranks, not 1: start the same ranks"));
}

}  // namespace
}  // namespace fabricmap::network_test
