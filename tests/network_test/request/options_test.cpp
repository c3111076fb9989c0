// SPDX-License-Identifier: Apache-2.0
#include "network_test/request/options.hpp"

#include "base/errors.hpp"
#include "tests/expectations.hpp"

namespace fabricmap::network_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Words = std::vector<std::string>;

Options parsed(const Words& words) {
    return parse_command_line(words).options;
}

std::string refusal(const Words& words) {
    return testing::error_of<UsageError>([&] { (void)parse_command_line(words); });
}

std::string refusal_of_job(const Words& words, const PerRank<RankLocation>& locations) {
    return testing::error_of<UsageError>([&] { check_against_job(parsed(words), locations); });
}

TEST(Options, OfStreamsHaveAWindow) {
    const Options usual = parsed({"-t", "stream"});
    EXPECT_EQ(usual.window.messages(8), 64);
    EXPECT_EQ(usual.window.messages(1 << 20), 16);
    EXPECT_EQ(usual.window.messages(64 << 20), 2);
    EXPECT_EQ(parsed({"-t", "bidirectional_stream", "--window", "5"}).window.messages(1 << 20), 5);
}

TEST(Options, OfWholeHostsTakeSoManySamplesOfEach) {
    const Options usual = parsed({"-t", "stream", "--together"});
    EXPECT_TRUE(usual.sampling.fixed);
    EXPECT_EQ(usual.sampling.most, 20);
    EXPECT_EQ(parsed({"--together", "-n", "7"}).sampling.most, 7);
}

TEST(Options, DefaultsAreThoseOfTheOlderToolkitButForTheLengths) {
    const Options options = parsed({});
    EXPECT_EQ(options.mode, Mode::one_to_one);
    EXPECT_EQ(options.file, "network");
    EXPECT_EQ(options.lengths, (std::vector<std::int64_t>{0, 1024, 65536, 1 << 20}));
    EXPECT_TRUE(options.lengths_are_default);
    const std::vector<std::int64_t> published = parsed({"--lengths", "legacy"}).lengths;
    ASSERT_EQ(published.size(), 100U);
    EXPECT_EQ(published[1], 100);
    EXPECT_EQ(published.back(), 9900);
    EXPECT_EQ(parsed({"-b", "0"}).lengths, published) << "its own options";
    EXPECT_EQ(options.sampling.most, 100);
    EXPECT_EQ(options.noise, (NoiseParameters{0, 1, 0}));
}

TEST(Options, DefaultsOfWhatIsNewAreAsDocumented) {
    const Options options = parsed({});
    EXPECT_FALSE(options.sampling.fixed);
    EXPECT_EQ(options.sampling.precision, 0.02);
    EXPECT_EQ(options.sampling.warm_up, 3);
    EXPECT_EQ(options.timing, Timing::one_way);
    EXPECT_EQ(options.rma_sync, RmaSync::lock);
    EXPECT_EQ(options.timeouts.timeout, std::chrono::seconds(30));
    EXPECT_EQ(options.timeouts.start_timeout, std::chrono::minutes(5));
    EXPECT_FALSE(options.seed || options.max_memory);
    EXPECT_FALSE(options.ordered || options.shuffle_lengths || options.check || options.dry_run);
    EXPECT_FALSE(options.overwrite || options.resume || options.quiet);
}

TEST(Options, ShortLettersAreThoseOfTheOlderToolkit) {
    const Options options = parsed({"-t", "test_noise", "-f", "a/b", "-b", "10", "-e", "20", "-s", "5", "-n",
                                    "7", "-l", "64K", "-m", "3", "-p", "2"});
    EXPECT_EQ(options.mode, Mode::test_noise);
    EXPECT_EQ(options.file, "a/b");
    EXPECT_EQ(options.lengths, (std::vector<std::int64_t>{10, 15}));
    EXPECT_EQ(options.sampling.most, 7);
    EXPECT_EQ(options.noise, (NoiseParameters{65536, 3, 2}));
}

TEST(Options, LongWordsSayTheSame) {
    const Options options = parsed({"--type", "test_noise", "--file=a/b", "--begin", "10", "--end", "20",
                                    "--step", "5", "--num-iterations", "7", "--noise-length", "64K",
                                    "--noise-messages", "3", "--noise-procs", "2"});
    EXPECT_EQ(options.mode, Mode::test_noise);
    EXPECT_EQ(options.lengths, (std::vector<std::int64_t>{10, 15}));
    EXPECT_EQ(options.sampling.most, 7);
    EXPECT_EQ(options.noise, (NoiseParameters{65536, 3, 2}));
}

TEST(Options, LengthsMayBeAListOrPowersOfTwoOrBoth) {
    EXPECT_EQ(parsed({"--lengths", "64K,0,1K"}).lengths, (std::vector<std::int64_t>{0, 1024, 65536}));
    EXPECT_EQ(parsed({"--lengths", "pow2:1:8,0"}).lengths, (std::vector<std::int64_t>{0, 1, 2, 4, 8}));
}

TEST(Options, ProbingBeginsWithACoarseGridAndTheLengthsGiven) {
    const Options options = parsed({"--lengths", "0,probe:1:16"});
    EXPECT_TRUE(options.probe);
    EXPECT_EQ(options.lengths, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16}));
    EXPECT_FALSE(parsed({"--lengths", "0,pow2:1:16"}).probe);
}

TEST(Options, MemoryIsThatOfTheSenderAndOfTheReceiver) {
    EXPECT_EQ(parsed({}).memory, MessageMemory());
    EXPECT_EQ(parsed({"--memory", "rocm"}).memory, (MessageMemory{MemoryKind::rocm, MemoryKind::rocm}));
    EXPECT_EQ(parsed({"--memory", "cuda,host"}).memory, (MessageMemory{MemoryKind::cuda, MemoryKind::host}));
    EXPECT_THAT(refusal({"--memory", "gpu"}), HasSubstr("--memory gpu: give host, cuda, rocm or ze"));
    EXPECT_THAT(refusal({"--memory", "cuda,ze"}), HasSubstr("--memory cuda,ze: give host"));
}

TEST(Options, DeviceMemoryIsForModesThatHandBuffersToMpiAlone) {
    for (const char* const mode : {"one_to_one", "async_one_to_one", "send_recv_and_recv_send", "all_to_all",
                                   "bcast", "stream", "bidirectional_stream"})
        EXPECT_TRUE(parsed({"-t", mode, "--memory", "cuda"}).memory.has_device()) << mode;
    for (const char* const mode : {"test_noise", "test_noise_blocking", "put_one_to_one", "get_one_to_one"}) {
        EXPECT_THAT(
            refusal({"--memory", "cuda", "-t", mode}),
            ::testing::AllOf(HasSubstr(std::string("--memory cuda: ") + mode), HasSubstr("one_to_one")));
        EXPECT_FALSE(parsed({"-t", mode, "--memory", "host"}).memory.has_device()) << mode;
    }
}

TEST(Options, StreamsBetweenLeavesNeedTheTopology) {
    const Options options = parsed({"-t", "leaf_stream", "--topology", "t.conf", "--flows", "8"});
    EXPECT_EQ(options.topology, "t.conf");
    EXPECT_EQ(options.flows_per_host, 8);
    EXPECT_TRUE(options.sampling.fixed);
    EXPECT_EQ(options.sampling.most, 20);
    EXPECT_THAT(refusal({"-t", "leaf_stream"}), HasSubstr("-t leaf_stream: needs the leaves"));
    EXPECT_THAT(refusal({"--topology", "t.conf"}),
                HasSubstr("--topology t.conf: one_to_one knows no leaves"));
    EXPECT_THAT(refusal({"-t", "stream", "--flows", "8"}), HasSubstr("use -t leaf_stream"));
    EXPECT_THAT(refusal({"-t", "leaf_stream", "--topology", "t.conf", "--max-time", "5m"}),
                HasSubstr("--max-time: leaf_stream takes -n samples"));
}

TEST(Options, RateIsAStreamOfShortMessagesByWholeHosts) {
    const Options options = parsed({"-t", "rate"});
    EXPECT_EQ(options.mode, Mode::stream);
    EXPECT_TRUE(options.together);
    EXPECT_EQ(options.lengths, std::vector<std::int64_t>{8});
    EXPECT_EQ(parsed({"--type", "rate", "--lengths", "8,64"}).lengths, (std::vector<std::int64_t>{8, 64}));
    EXPECT_EQ(parsed({"-t", "rate", "--lengths=16"}).lengths, std::vector<std::int64_t>{16});
}

TEST(Options, ProbingNeedsPairs) {
    for (const Words& mode : {Words{"-t", "bcast"}, Words{"-t", "all_to_all"},
                              Words{"-t", "put_one_to_one", "--rma-sync", "fence"}}) {
        Words words{"--lengths", "probe"};
        words.insert(words.end(), mode.begin(), mode.end());
        EXPECT_THAT(refusal(words), ::testing::StartsWith("--lengths probe: " + mode[1]));
    }
    EXPECT_TRUE(parsed({"--lengths", "probe", "-t", "put_one_to_one"}).probe);
    EXPECT_TRUE(parsed({"--lengths", "probe", "-t", "test_noise"}).probe);
}

TEST(Options, MessagesOfMoreThan2GiBAreTakenInFull) {
    EXPECT_EQ(parsed({"--lengths", "3G"}).lengths.front(), 3221225472);
    EXPECT_EQ(parsed({"-t", "test_noise", "-l", "5G"}).noise.message_length, 5368709120);
}

TEST(Options, EveryModeIsKnownByItsName) {
    for (const Mode mode : modes_of_all_pairs)
        EXPECT_EQ(parsed({"-t", std::string(name_of(mode))}).mode, mode);
}

TEST(Options, PrecisionIsAShareOrAPercentage) {
    EXPECT_DOUBLE_EQ(parsed({"--precision", "0.05"}).sampling.precision, 0.05);
    EXPECT_DOUBLE_EQ(parsed({"--precision", "5%"}).sampling.precision, 0.05);
}

TEST(Options, PairTimeoutIsInSecondsOrMinutes) {
    EXPECT_EQ(parsed({"--pair-timeout", "5"}).timeouts.timeout, std::chrono::seconds(5));
    EXPECT_EQ(parsed({"--pair-timeout", "5s"}).timeouts.timeout, std::chrono::seconds(5));
    EXPECT_EQ(parsed({"--pair-timeout", "2m"}).timeouts.timeout, std::chrono::seconds(120));
}

TEST(Options, ModesWithOneTimingHaveIt) {
    EXPECT_EQ(parsed({"-t", "send_recv_and_recv_send"}).timing, Timing::round_trip);
    EXPECT_EQ(parsed({"-t", "bcast"}).timing, Timing::synchronized);
    EXPECT_EQ(parsed({"-t", "bcast", "--timing", "receiver"}).timing, Timing::receiver);
    EXPECT_EQ(parsed({"-t", "all_to_all"}).timing, std::nullopt);
}

TEST(Options, HelpAndVersionAreAnsweredWithoutLookingAtTheRest) {
    EXPECT_THAT(parse_command_line({"--help"}).answer, HasSubstr("--num-iterations"));
    EXPECT_THAT(parse_command_line({"--help"}).answer, HasSubstr("get_one_to_one"));
    EXPECT_THAT(parse_command_line({"--version"}).answer, HasSubstr("network_test"));
}

struct Nonsense {
    Words words;
    std::string named;  ///< what the refusal must begin with
};

void PrintTo(const Nonsense& nonsense, std::ostream* stream) {
    for (const std::string& word : nonsense.words) *stream << word << ' ';
}

class NonsenseIsRefused : public ::testing::TestWithParam<Nonsense> {};

TEST_P(NonsenseIsRefused, InOneLineThatNamesTheOption) {
    const std::string text = refusal(GetParam().words);
    EXPECT_THAT(text, ::testing::StartsWith(GetParam().named));
    EXPECT_THAT(text, Not(HasSubstr("\n")));
}

const std::string beyond_63_bits = "99999999999999999999";

INSTANTIATE_TEST_SUITE_P(
    Lengths, NonsenseIsRefused,
    ::testing::Values(
        Nonsense{{"-s", "0"}, "-s"}, Nonsense{{"-b", "10", "-e", "5"}, "-e"},
        Nonsense{{"-b", "10", "-e", "10"}, "-e"}, Nonsense{{"-b", "-5"}, "-b"}, Nonsense{{"-e", "-5"}, "-e"},
        Nonsense{{"-s", "-1"}, "-s"}, Nonsense{{"-e", beyond_63_bits}, "-e"}, Nonsense{{"-b", "1e5"}, "-b"},
        Nonsense{{"-e", "1.5"}, "-e"}, Nonsense{{"-e", ""}, "-e"}, Nonsense{{"-e", "many"}, "-e"},
        Nonsense{{"-e", "1T", "-s", "1"}, "-s"}, Nonsense{{"--lengths", "1,"}, "--lengths"},
        Nonsense{{"--lengths", "pow2:8:1"}, "--lengths"}, Nonsense{{"--lengths", "pow2:1"}, "--lengths"},
        Nonsense{{"--lengths", "-1"}, "--lengths"}, Nonsense{{"--lengths", "1K", "-b", "5"}, "--lengths"},
        Nonsense{{"--lengths", "1K", "-s", "5"}, "--lengths"},
        Nonsense{{"--lengths", "probe", "-s", "5"}, "--lengths"},
        Nonsense{{"--lengths", "probe:8:4"}, "--lengths"}));

INSTANTIATE_TEST_SUITE_P(
    Sampling, NonsenseIsRefused,
    ::testing::Values(
        Nonsense{{"-n", "0"}, "-n"}, Nonsense{{"-n", "-3"}, "-n"}, Nonsense{{"-n", "1e5"}, "-n"},
        Nonsense{{"-n", beyond_63_bits}, "-n"}, Nonsense{{"-n", "10K"}, "-n"}, Nonsense{{"-n", ""}, "-n"},
        Nonsense{{"--window", "8"},
                 "--window 8: one_to_one has no windows; use -t stream, bidirectional_stream, leaf_stream "
                 "or incast"},
        Nonsense{{"-t", "stream", "--window", "0"}, "--window"},
        Nonsense{{"-t", "stream", "--window", "65537"}, "--window"},
        Nonsense{{"--together", "--schedule", "serial"}, "--together"},
        Nonsense{{"--together", "--max-time", "1m"}, "--together and --max-time"},
        Nonsense{{"--together", "-t", "all_to_all"}, "--together"},
        Nonsense{{"--warm-up", "-1"}, "--warm-up"}, Nonsense{{"--precision", "0"}, "--precision"},
        Nonsense{{"--precision", "200%"}, "--precision"}, Nonsense{{"--precision", "-1%"}, "--precision"},
        Nonsense{{"--precision", "nan"}, "--precision"}, Nonsense{{"--precision", "%"}, "--precision"},
        Nonsense{{"--precision", ""}, "--precision"},
        Nonsense{{"--precision", "2%", "--fixed"}, "--precision and --fixed"},
        Nonsense{{"--seed", "-1"}, "--seed"}, Nonsense{{"--seed", "x"}, "--seed"},
        Nonsense{{"--pair-timeout", "0"}, "--pair-timeout"},
        Nonsense{{"--pair-timeout", "1d"}, "--pair-timeout"},
        Nonsense{{"--pair-timeout", "9223372036854775807m"}, "--pair-timeout"},
        Nonsense{{"--max-memory", "lots"}, "--max-memory"}));

INSTANTIATE_TEST_SUITE_P(
    Modes, NonsenseIsRefused,
    ::testing::Values(Nonsense{{"-t", "nonsense"}, "-t nonsense"}, Nonsense{{"-t", ""}, "-t"},
                      Nonsense{{"--timing", "soon"}, "--timing soon"},
                      Nonsense{{"-t", "all_to_all", "--timing", "one_way"}, "--timing one_way"},
                      Nonsense{{"-t", "bcast", "--timing", "round_trip"}, "--timing round_trip"},
                      Nonsense{{"-t", "put_one_to_one", "--timing", "receiver"}, "--timing receiver"},
                      Nonsense{{"--rma-sync", "fence"}, "--rma-sync fence"},
                      Nonsense{{"-t", "put_one_to_one", "--rma-sync", "post"}, "--rma-sync post"},
                      Nonsense{{"-l", "64K"}, "-l 64K: one_to_one has no noisy ranks"},
                      Nonsense{{"-t", "bcast", "-m", "10"}, "-m 10: bcast has no noisy ranks"},
                      Nonsense{{"-p", "1"}, "-p 1"}, Nonsense{{"-t", "test_noise", "-p", "-1"}, "-p -1"},
                      Nonsense{{"-t", "test_noise", "-p", beyond_63_bits}, "-p"},
                      Nonsense{{"-t", "test_noise", "-m", "0"}, "-m 0"},
                      Nonsense{{"-t", "test_noise", "-m", beyond_63_bits}, "-m"},
                      Nonsense{{"-t", "test_noise", "-l", "-1"}, "-l"},
                      Nonsense{{"--schedule", "magic"}, "--schedule magic"}));

INSTANTIATE_TEST_SUITE_P(
    Schedules, NonsenseIsRefused,
    ::testing::Values(Nonsense{{"--active-per-node", "0"}, "--active-per-node 0"},
                      Nonsense{{"--active-per-node", "many"}, "--active-per-node many"},
                      Nonsense{{"--active-per-node", ""}, "--active-per-node"},
                      Nonsense{{"--active-per-node", "4", "--schedule", "serial"}, "--active-per-node"},
                      Nonsense{{"--active-per-node", "4", "-t", "all_to_all"},
                               "--active-per-node: all_to_all"},
                      Nonsense{{"--active-per-node", "4", "-t", "test_noise", "-p", "1"},
                               "--active-per-node: test_noise with noise"},
                      Nonsense{{"--sample-pairs", "0%"}, "--sample-pairs 0%"},
                      Nonsense{{"--sample-pairs", "120%"}, "--sample-pairs 120%"},
                      Nonsense{{"--sample-pairs", "rounds=0"}, "--sample-pairs rounds=0: "},
                      Nonsense{{"--sample-pairs", ""}, "--sample-pairs"},
                      Nonsense{{"--sample-pairs", "5%", "--schedule", "serial"}, "--sample-pairs"},
                      Nonsense{{"--max-time", "0"}, "--max-time 0: "},
                      Nonsense{{"--max-time", "1ms"}, "--max-time 1ms: "},
                      Nonsense{{"--max-time", "-5s"}, "--max-time -5s: "},
                      Nonsense{{"--max-time", "8d"}, "--max-time 8d: "},
                      Nonsense{{"--max-time", "169h"}, "--max-time 169h: at most a week"},
                      Nonsense{{"--max-time", "soon"}, "--max-time"},
                      Nonsense{{"--max-time", "5m", "--fixed"}, "--max-time and --fixed"},
                      Nonsense{{"--exclude-hosts", ","}, "--exclude-hosts"},
                      Nonsense{{"--schedule", "rounds", "-t", "bcast"}, "--schedule rounds"},
                      Nonsense{{"--schedule", "rounds", "-t", "put_one_to_one", "--rma-sync", "fence"},
                               "--schedule rounds"},
                      Nonsense{{"--schedule", "rounds", "-t", "test_noise", "-p", "2"}, "--schedule rounds"},
                      Nonsense{{"--sample-pairs", "5%", "-t", "all_to_all"}, "--sample-pairs"}));

INSTANTIATE_TEST_SUITE_P(Files, NonsenseIsRefused,
                         ::testing::Values(Nonsense{{"-f", ""}, "-f"}, Nonsense{{"-f", "-"}, "-f -"},
                                           Nonsense{{"--max-memory", ""}, "--max-memory"},
                                           Nonsense{{"--rma-sync", ""}, "--rma-sync"},
                                           Nonsense{{"-f", "results/"}, "-f"},
                                           Nonsense{{"--overwrite", "--resume"}, "--overwrite"},
                                           Nonsense{{"--ordered", "--shuffle-lengths"}, "--ordered"}));

TEST(Options, WordsThatAreNoOptionAreRefusedByName) {
    EXPECT_THAT(refusal({"rubbish"}), HasSubstr("rubbish"));
    EXPECT_THAT(refusal({"--rubbish"}), HasSubstr("--rubbish"));
    EXPECT_THAT(refusal({"-z"}), HasSubstr("-z"));
    EXPECT_THAT(refusal({"-b", "0", "10"}), HasSubstr("10"));
}

TEST(Options, AnOptionWithoutItsValueIsRefusedByName) {
    EXPECT_THAT(refusal({"-n"}), HasSubstr("-n"));
    EXPECT_THAT(refusal({"--lengths"}), HasSubstr("--lengths"));
}

TEST(CheckAgainstJob, RefusesASingleRank) {
    EXPECT_THAT(refusal_of_job({}, {{"a", 0}}), HasSubstr("mpirun -np 2"));
}

TEST(CheckAgainstJob, RefusesMoreNoisyRanksThanStandBesideAPair) {
    const PerRank<RankLocation> four(4, {"a", 0});
    EXPECT_THAT(refusal_of_job({"-t", "test_noise", "-p", "3"}, four), ::testing::StartsWith("-p 3"));
    EXPECT_NO_THROW(check_against_job(parsed({"-t", "test_noise", "-p", "2"}), four));
}

TEST(CheckRoster, RefusesMoreNoisyRanksThanAreLeftBesideAPair) {
    const PerRank<RankLocation> locations{{"a", 0}, {"b", 1}, {"c", 2}, {"d", 3},
                                          {"a", 0}, {"b", 1}, {"d", 3}};
    const auto refusal_with = [&](const std::string& noisy) {
        const Options options = parsed({"-t", "test_noise", "-p", noisy, "--exclude-hosts", "d"});
        const Roster roster = Roster::of_new_run(locations, options.excluded_hosts);
        return testing::error_of<UsageError>([&] { check_roster(options, roster, 7); });
    };
    EXPECT_THAT(refusal_with("4"), ::testing::AllOf(::testing::StartsWith("-p 4: needs 6 ranks"),
                                                    ::testing::EndsWith("--exclude-hosts leaves 5")));
    const Options options = parsed({"-t", "test_noise", "-p", "3", "--exclude-hosts", "d"});
    EXPECT_NO_THROW(check_roster(options, Roster::of_new_run(locations, options.excluded_hosts), 7));
}

TEST(OptionNotes, ReportTheDefaultLengthsAndThatNoRankMakesTheNoiseAskedFor) {
    EXPECT_THAT(option_notes(parsed({"--lengths", "0", "-t", "test_noise", "-l", "64K", "-m", "10"})),
                ::testing::ElementsAre(HasSubstr("need -p")));
    EXPECT_TRUE(
        option_notes(parsed({"-e", "200", "-t", "test_noise", "-l", "64K", "-m", "10", "-p", "1"})).empty());
    EXPECT_TRUE(option_notes(parsed({"--lengths", "0", "-t", "test_noise"})).empty());
    EXPECT_TRUE(option_notes(parsed({"--resume"})).empty());
    EXPECT_THAT(option_notes(parsed({})),
                ::testing::ElementsAre(::testing::StartsWith("message lengths 0,1K,64K,1M; ")));
}

// Whether they are good enough for what is measured shows in the measurement.
TEST(CheckAgainstJob, LetsClocksOfSeveralHostsBeCompared) {
    EXPECT_NO_THROW(check_against_job(parsed({"--timing", "synchronized"}), {{"a", 0}, {"b", 1}}));
}

TEST(ScheduleOptions, AreReadAsTheyAreMeant) {
    const Options options =
        parse_command_line({"--schedule", "rounds", "--active-per-node", "all", "--sample-pairs", "rounds=12",
                            "--max-time", "2h", "--exclude-hosts", "a,b"})
            .options;
    EXPECT_EQ(options.schedule, ScheduleKind::rounds);
    EXPECT_GT(options.active_per_node, 1'000'000);
    ASSERT_TRUE(options.sample_pairs && options.max_time);
    EXPECT_EQ(options.sample_pairs->rounds, 12);
    EXPECT_EQ(options.max_time->count(), 7200);
    EXPECT_EQ(options.excluded_hosts, (std::vector<std::string>{"a", "b"}));
    EXPECT_DOUBLE_EQ(parse_command_line({"--sample-pairs", "5%"}).options.sample_pairs->fraction, 0.05);
}

}  // namespace
}  // namespace fabricmap::network_test
