// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/cross_check.hpp"

#include "measuring/watch/hang_inquiry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap {
namespace {

using std::chrono::milliseconds;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr milliseconds patience{3000};
constexpr std::uint32_t first_of_pair = 1;
constexpr std::uint32_t second_of_pair = 2;
constexpr std::uint32_t neighbour_of_second = 8;

using HostNames = std::vector<std::string>;

const HostNames four_hosts{"a", "b", "c", "d"};

Stall stall_of(std::int32_t rank, std::int32_t peer, Waiting waiting = Waiting::answer) {
    return {.rank = rank, .peer = peer, .length_bytes = 1024, .waiting = waiting};
}

Judgement judged(const HostNames& hosts, const Stall& stall, const std::vector<Testimony>& testimonies) {
    return judgement_of(cross_check_of(stall, hosts).value(), testimonies, std::vector{stall}, hosts);
}

TEST(CrossCheck, TakesWitnessesOfOtherHostsThanThoseOfTheTwo) {
    const HostNames hosts{"a", "a", "b", "b", "c", "c", "d", "e", "f"};
    const CrossCheck check = cross_check_of(stall_of(2, 4), hosts).value();
    EXPECT_THAT(check.targets, ElementsAre(2, 4, 3, 5));
    EXPECT_THAT(check.witnesses, ElementsAre(0, 6, 7)) << "one of each host";
}

TEST(CrossCheck, IsOfNoUseWithTwoHosts) {
    EXPECT_FALSE(cross_check_of(stall_of(0, 2), HostNames{"a", "a", "b", "b"}));
    EXPECT_FALSE(cross_check_of(stall_of(0, 1), HostNames{"a", "a"})) << "no third rank";
}

TEST(CrossCheck, TellsRanksOfOneHostApart) {
    EXPECT_THAT(cross_check_of(stall_of(1, 2), HostNames{"a", "a", "a", "a"}).value().witnesses,
                ElementsAre(0, 3, -1));
}

TEST(CrossCheck, NamesTheOneThatAnswersNobody) {
    const Judgement judgement = judged(four_hosts, stall_of(1, 2), {{0, first_of_pair}, {3, first_of_pair}});
    EXPECT_EQ(judgement.text,
              "c answers nobody: tried from rank 0 on a, rank 3 on d; rank 1 on b answers, rank 2 on c does "
              "not");
    EXPECT_THAT(judgement.hosts, ElementsAre("c"));
}

TEST(CrossCheck, NamesWhatLiesBetweenWhereBothAnswer) {
    const Judgement judgement = judged(four_hosts, stall_of(1, 2), {{0, first_of_pair | second_of_pair}});
    EXPECT_THAT(judgement.text, HasSubstr("what lies between rank 1 on b and rank 2 on c is broken"));
    EXPECT_THAT(judgement.hosts, IsEmpty());
}

TEST(CrossCheck, DoesNotCountAWitnessThatIsCutOff) {
    EXPECT_THAT(judged(four_hosts, stall_of(1, 2), {{0, 0}, {3, first_of_pair}}).hosts, ElementsAre("c"));
    EXPECT_THAT(judged(four_hosts, stall_of(1, 2), {{0, 0}, {3, 0}}).hosts, ElementsAre("b", "c"));
    EXPECT_THAT(judged(four_hosts, stall_of(1, 2), {{0, 0}}).hosts, IsEmpty()) << "it may be cut off itself";
}

TEST(CrossCheck, NamesTheRankWhereAnotherOneOfItsHostAnswers) {
    const HostNames hosts{"a", "b", "c", "c"};
    EXPECT_THAT(judged(hosts, stall_of(1, 2), {{0, first_of_pair | neighbour_of_second}}).text,
                HasSubstr("rank 2 on c answers nobody, while rank 3 on that host answers"));
    EXPECT_THAT(judged(hosts, stall_of(1, 2), {{0, first_of_pair}}).text,
                ::testing::StartsWith("c answers nobody"));
}

TEST(CrossCheck, AsksANeighbourOfBothOnce) {
    const HostNames hosts{"a", "b", "b", "b", "c"};
    const Stall stall = stall_of(1, 2);
    EXPECT_THAT(cross_check_of(stall, hosts).value().targets, ElementsAre(1, 2, 3, -1));
    constexpr std::uint32_t neighbour_of_first = 4;
    for (const std::uint32_t stuck : {first_of_pair, second_of_pair}) {
        const std::uint32_t answered = (first_of_pair | second_of_pair | neighbour_of_first) & ~stuck;
        EXPECT_THAT(judged(hosts, stall, {{0, answered}, {4, answered}}).text,
                    HasSubstr(" on b answers nobody, while rank 3 on that host answers"));
        EXPECT_THAT(judged(hosts, stall, {{0, answered & ~neighbour_of_first}}).text,
                    ::testing::StartsWith("b answers nobody"));
    }
}

TEST(CrossCheck, NamesAHostOnceWhereBothRanksAreItsOwn) {
    EXPECT_THAT(judged({"a", "b", "b", "c"}, stall_of(1, 2), {{0, 0}, {3, 0}}).hosts, ElementsAre("b"));
}

/// Who tries sends empty messages, which pass where long ones do not.
TEST(CrossCheck, DoesNotClearTheTwoOfLosingLongMessages) {
    Stall stall = stall_of(1, 2);
    const std::vector<Testimony> all_answered{{0, first_of_pair | second_of_pair}};
    EXPECT_THAT(judged(four_hosts, stall, all_answered).text, ::testing::EndsWith("is broken"));
    stall.length_bytes = 65536;
    EXPECT_THAT(judged(four_hosts, stall, all_answered).text,
                AllOf(HasSubstr("both answer empty messages of rank 0 on a"),
                      ::testing::EndsWith("is broken, or one of them loses messages of 64K")));
}

TEST(CrossCheck, OfAStepOfAllNamesWhoOthersWaitForToo) {
    const std::vector<Stall> stalls{stall_of(2, 1, Waiting::messages), stall_of(0, 1, Waiting::messages),
                                    stall_of(1, 2, Waiting::messages)};
    const CrossCheck check = cross_check_of(stalls.front(), four_hosts).value();
    EXPECT_THAT(judgement_of(check, {}, stalls, four_hosts).hosts, ElementsAre("b"));
    EXPECT_THAT(judgement_of(check, {}, stalls, four_hosts).text, HasSubstr("rank 0 on a waits for it too"));
}

TEST(CrossCheck, OfAStepOfAllAccusesNobodyWhereOneAloneWaits) {
    const std::vector stalls{stall_of(2, 1, Waiting::messages)};
    const CrossCheck check = cross_check_of(stalls.front(), four_hosts).value();
    EXPECT_THAT(judgement_of(check, {}, stalls, four_hosts).text, IsEmpty());
    const std::vector mutual{stalls.front(), stall_of(1, 2, Waiting::messages)};
    EXPECT_THAT(judgement_of(check, {}, mutual, four_hosts).text, HasSubstr("what lies between"));
}

HostNews news_of(const std::vector<Stall>& stalls, const std::vector<Testimony>& testimonies = {}) {
    HostNews news;
    for (const Stall& stall : stalls) news.add(stall);
    for (const Testimony& testimony : testimonies) news.add(testimony);
    return news;
}

TEST(HangInquiry, EndsAsSoonAsAllWitnessesHaveTried) {
    HangInquiry inquiry;
    const std::vector news{news_of({stall_of(1, 2)})};
    EXPECT_FALSE(inquiry.look(news, four_hosts, milliseconds(100), patience));
    EXPECT_TRUE(inquiry.check().is_wanted());
    const std::vector with_one{news_of({stall_of(1, 2)}, {{0, first_of_pair}})};
    EXPECT_FALSE(inquiry.look(with_one, four_hosts, milliseconds(100), patience));
    const std::vector with_both{news_of({stall_of(1, 2)}, {{0, first_of_pair}, {3, first_of_pair}})};
    const auto ended = inquiry.look(with_both, four_hosts, milliseconds(100), patience);
    ASSERT_TRUE(ended);
    EXPECT_THAT(ended->judgement.hosts, ElementsAre("c"));
    EXPECT_FALSE(inquiry.look(with_both, four_hosts, milliseconds(100), patience)) << "once";
}

TEST(HangInquiry, AccusesNobodyWhenTheExchangeGoesOn) {
    HangInquiry inquiry;
    EXPECT_FALSE(
        inquiry.look(std::vector{news_of({stall_of(1, 2)})}, four_hosts, milliseconds(100), patience));
    EXPECT_FALSE(inquiry.look(std::vector{news_of({})}, four_hosts, milliseconds(100), patience));
    EXPECT_TRUE(inquiry.has_ended());
}

TEST(HangInquiry, LooksAtTheEndOfAChainOfThoseWhoWait) {
    HangInquiry inquiry;
    const std::vector news{news_of({stall_of(0, 1), stall_of(1, 2)})};
    EXPECT_FALSE(inquiry.look(news, four_hosts, milliseconds(100), patience));
    EXPECT_EQ(inquiry.check().targets[0], 1);
    EXPECT_EQ(inquiry.check().targets[1], 2);
}

TEST(HangInquiry, SaysSoWhereNothingCanBeToldApart) {
    HangInquiry inquiry;
    const auto ended = inquiry.look(std::vector{news_of({stall_of(0, 1)})}, HostNames{"a", "b"},
                                    milliseconds(100), patience);
    ASSERT_TRUE(ended);
    EXPECT_THAT(ended->judgement.text, HasSubstr("no third host"));
    EXPECT_THAT(ended->judgement.hosts, IsEmpty());
}

}  // namespace
}  // namespace fabricmap
