// SPDX-License-Identifier: Apache-2.0
#include "collective_test/request/options.hpp"

#include "base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::collective_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Options options_of(const std::vector<std::string>& words) {
    return parse_command_line(words).options;
}

std::string refusal_of(const std::vector<std::string>& words) {
    try {
        (void)parse_command_line(words);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "accepted";
}

std::vector<std::string> names_of(const std::vector<const Operation*>& operations) {
    std::vector<std::string> names;
    for (const Operation* const operation : operations) names.emplace_back(operation->name);
    return names;
}

TEST(CollectiveOptions, KindsStandForTheirOperations) {
    EXPECT_EQ(options_of({"-t", "all"}).operations.size(), 34U);
    EXPECT_EQ(options_of({}).operations.size(), 17U);
    EXPECT_EQ(options_of({"-t", "non-blocking"}).operations.size(), 17U);
    EXPECT_THAT(names_of(options_of({"-t", "bcast,waits,bcast"}).operations),
                ElementsAre("bcast", "wait_up", "wait_down", "wait_null"));
}

TEST(CollectiveOptions, VariationsAreOperationsOfTheirOwn) {
    EXPECT_THAT(
        names_of(options_of({"-t", "reduce,bcast", "--datatype", "double,int32", "--op", "min"}).operations),
        ::testing::UnorderedElementsAre("bcast", "reduce:min", "reduce:int32:min"));
    EXPECT_THAT(names_of(options_of({"-t", "allgather,scatter", "--in-place"}).operations),
                ::testing::UnorderedElementsAre("allgather", "allgather:in_place", "scatter"));
    EXPECT_THROW((void)options_of({"-t", "scatter", "--in-place"}), UsageError);
    EXPECT_THROW((void)options_of({"-t", "bcast", "--op", "max"}), UsageError);
    EXPECT_THROW((void)options_of({"-t", "allreduce", "--datatype", "complex"}), UsageError);
}

TEST(CollectiveOptions, MemoryIsThatOfAllBuffers) {
    EXPECT_FALSE(options_of({}).memory.has_device());
    EXPECT_EQ(options_of({"--memory", "ze"}).memory, (MessageMemory{MemoryKind::ze, MemoryKind::ze}));
    EXPECT_THAT(
        refusal_of({"--memory", "cuda,host"}),
        HasSubstr(
            "--memory cuda,host: collective operations have all buffers in one memory: give --memory cuda"));
    EXPECT_THAT(refusal_of({"--memory", "cuda", "--guidelines"}), HasSubstr("--guidelines: "));
    EXPECT_THAT(refusal_of({"--memory", "cuda", "-t", "barrier,waits"}),
                HasSubstr("--memory: none of the operations"));
    EXPECT_THAT(refusal_of({"--memory", "gpu"}), HasSubstr("--memory gpu"));
}

TEST(CollectiveOptions, RankCountsAreEachOnceAndAscending) {
    const auto counts = [](const std::string& word, int ranks) {
        return rank_counts(options_of({"--ranks", word}).ranks, ranks);
    };
    EXPECT_THAT(counts("all", 12), ElementsAre(12));
    EXPECT_THAT(counts("pow2,all", 12), ElementsAre(2, 4, 8, 12));
    EXPECT_THAT(counts("8,pow2,3", 8), ElementsAre(2, 3, 4, 8));
    EXPECT_THAT(rank_counts(options_of({}).ranks, 5), ElementsAre(5));
    // Without a host fewer take part than the job has ranks.
    EXPECT_THAT(counts("4,8", 6), ElementsAre(4));
}

TEST(CollectiveOptions, AdaptiveLengthsHaveBounds) {
    const Options options = options_of({"--lengths", "adaptive:8:1K"});
    ASSERT_TRUE(options.adaptive);
    EXPECT_EQ(options.adaptive->first_bytes, 8);
    EXPECT_EQ(options.adaptive->last_bytes, 1024);
    EXPECT_THAT(refusal_of({"--lengths", "probe:8:1K"}), HasSubstr("--lengths probe:8:1K: give"));
    EXPECT_THAT(refusal_of({"--lengths", "0,adaptive"}), HasSubstr("--lengths"));
}

struct RefusedWords {
    std::vector<std::string> words;
    std::string said;
};

TEST(CollectiveOptions, NonsenseIsRefusedByName) {
    const std::vector<RefusedWords> all{
        {{"-t", "bcats"}, "-t bcats: there is no such operation"},
        {{"-t", "waits", "--algorithms", "1"}, "--algorithms: waits have none"},
        {{"--ranks", "1"}, "--ranks 1: give numbers of at least 2"},
        {{"--ranks", "two"}, "--ranks two"},
        {{"--roots", "-1"}, "--roots -1"},
        {{"--pick", "last"}, "--pick last: give first or spread"},
        {{"--start", "gun"}, "--start gun: give slots, barrier or none"},
        {{"--timing", "mean"}, "--timing mean: give global, max or root"},
        {{"--timing", "root"}, "--timing root: the barrier that confirms"},
        {{"--timing", "root", "--start", "none"}, "give --start barrier as well"},
        {{"--clock", "sun"}, "--clock sun: give monotonic, mpi or tsc"},
        {{"--clock-sync", "star"}, "--clock-sync star: give tree, linear or ring"},
        {{"--visits", "0"}, "--visits 0"},
        {{"--runs", "0"}, "--runs 0"},
        {{"--runs", "10001"}, "--runs 10001: at most 10000 runs"},
        {{"--precision", "2"}, "--precision 2"},
        {{"--precision", "2%", "--fixed"}, "exclude each other"},
        {{"--fixed", "--max-time", "5s"}, "--max-time and --fixed exclude each other"},
        {{"--resume", "--overwrite"}, "--overwrite and --resume exclude each other"},
        {{"-t", "iallreduce", "--persistent", "--cold"}, "--persistent and --cold exclude each other"},
        {{"-t", "bcast", "--overlap"}, "--overlap: none of the operations is non-blocking"},
        {{"--compute-steps", "1"}, "--compute-steps 1"},
        {{"--algorithms", "ring"}, "--algorithms ring"},
        {{"--find-slow", "--start", "none"}, "--find-slow"},
        {{"--seed", "-1"}, "--seed -1"},
        {{"-f", ""}, "-f: it is empty"},
        {{"--lengths", "8K,"}, "--lengths"},
    };
    for (const RefusedWords& refused : all) EXPECT_THAT(refusal_of(refused.words), HasSubstr(refused.said));
}

TEST(CollectiveOptions, TheJobMustHaveWhatIsAskedFor) {
    const auto refusal = [](const std::vector<std::string>& words, int ranks, int hosts) {
        std::vector<RankLocation> locations(static_cast<std::size_t>(ranks));
        for (int rank = 0; rank < ranks; ++rank)
            locations[static_cast<std::size_t>(rank)].node = rank % hosts;
        try {
            check_against_job(options_of(words), locations);
        } catch (const UsageError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_THAT(refusal({}, 1, 1), HasSubstr("one rank has no partner"));
    EXPECT_THAT(refusal({"--ranks", "2,8"}, 4, 1), HasSubstr("--ranks 8: the job has 4 ranks"));
    EXPECT_THAT(refusal({"--roots", "4"}, 4, 1), HasSubstr("--roots 4: the job has 4 ranks, the last is 3"));
    EXPECT_THAT(refusal({"--find-slow"}, 4, 2), HasSubstr("--find-slow: hosts are compared"));
    EXPECT_EQ(refusal({"--find-slow", "--roots", "3", "--ranks", "4"}, 4, 4), "accepted");
}

TEST(CollectiveOptions, HelpNamesEveryOperation) {
    const std::string help = parse_command_line({"--help"}).answer;
    for (const Operation& operation : operations())
        EXPECT_THAT(help, HasSubstr(" " + std::string(operation.name)));
}

TEST(CollectiveOptions, ComputeStepsAskForOverlap) {
    EXPECT_TRUE(options_of({"-t", "ibcast", "--compute-steps", "3"}).overlap);
    EXPECT_FALSE(options_of({"-t", "ibcast"}).overlap);
}

}  // namespace
}  // namespace fabricmap::collective_test
