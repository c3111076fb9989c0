// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/pair_facts.hpp"

#include "tests/diagnosis/judging.hpp"
#include "tests/viewer/models/planes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::viewer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Two leaves of eight hosts; messages from host 1 to host 6, in its leaf, and back take three times as long.
const char* const slow_link_in_a_leaf =
    "synthetic:fat-tree,hosts=16,leaf=8;noise,1%;fault,slow-link,sender=1,receiver=6,factor=3;"
    "sweep,lengths=0,1K,64K,1M";

class FactsOfPairs : public ::testing::Test {
  protected:
    FactsOfPairs()
        : run_(open_shared(slow_link_in_a_leaf)),
          diagnosis_(
              std::make_shared<const diagnosis::Diagnosis>(testing::judge(testing::runs_of(*run_.run)))) {}
    [[nodiscard]] PairFacts facts(Content content, Endpoints endpoints, const Cell& cell) const {
        const Displayed shown = display(run_, nullptr, content, endpoints, Statistic::median, diagnosis_);
        const std::size_t longest = shown.stack->message_lengths().size() - 1;
        return pair_facts({run_, testing::read_whole(shown, longest), diagnosis_, cell}, false);
    }

    Opened run_;
    std::shared_ptr<const diagnosis::Diagnosis> diagnosis_;
};

TEST_F(FactsOfPairs, AreDelayRateRatioAndPlaceInTheClassWhateverTheMatrixShows) {
    for (const Content content : {Content::expected, Content::delay, Content::rate}) {
        const PairFacts slow = facts(content, Endpoints::ranks, {1, 6});
        EXPECT_EQ(slow.length_bytes, 1 << 20);
        ASSERT_TRUE(slow.delay_s && slow.bytes_per_s && slow.times_expected && slow.standing);
        EXPECT_NEAR(*slow.times_expected, 3, 0.3);
        EXPECT_NEAR(*slow.delay_s, run_.run->stack(Statistic::median)->pair(1, 6)(3), 1e-12);
        // Ordered pairs within leaves: twice 8 * 7. Both ways of the link are slow.
        EXPECT_EQ(slow.standing->pairs, 112);
        EXPECT_LE(slow.standing->place, 2);
        const PairFacts fine = facts(content, Endpoints::ranks, {2, 5});
        EXPECT_NEAR(*fine.times_expected, 1, 0.1);
        EXPECT_GT(fine.standing->place, 2);
        EXPECT_GT(*fine.bytes_per_s, 2 * *slow.bytes_per_s);
    }
}

TEST_F(FactsOfPairs, AreThoseOfHostsWhereHostsAreShown) {
    const PairFacts slow = facts(Content::expected, Endpoints::hosts_worst, {6, 1});
    EXPECT_THAT(text_of(slow).toStdString(), HasSubstr("node06 → node01\n1048576 bytes\n"));
    EXPECT_THAT(text_of(slow).toStdString(),
                HasSubstr(" of 112, the slowest first: between hosts, same leaf"));
}

TEST_F(FactsOfPairs, SayNothingOfAHostWithItself) {
    const PairFacts none = facts(Content::expected, Endpoints::ranks, {3, 3});
    EXPECT_FALSE(none.times_expected || none.standing);
}

/// A run of four ranks on two hosts, merged half a day after they were measured, ranks 0 and 2 six days
/// before.
TEST(FactsOfMergedPairs, SayWhenTheyWereMeasured) {
    constexpr double day_s = 86400;
    Opened run = open_shared("synthetic:host,hosts=2,ranks-per-host=2;noise,1%;sweep,lengths=0,1K");
    const auto card = [&](Endpoints endpoints, const Cell& cell) {
        const Displayed shown = display(run, nullptr, Content::delay, endpoints, Statistic::median, nullptr);
        return text_of(pair_facts({run, testing::read_whole(shown, 0), nullptr, cell}, false)).toStdString();
    };
    EXPECT_THAT(card(Endpoints::ranks, {0, 2}), Not(HasSubstr("measured")));
    std::vector<double> ages(16, 0.5 * day_s);
    ages[0 * 4 + 2] = 6 * day_s;
    RunDescription description = run.run->description();
    description.pair_ages_s = std::make_shared<const std::vector<double>>(ages);
    run.run = std::make_shared<const fabricmap::Run>(run.run->described_as(description));
    EXPECT_THAT(card(Endpoints::ranks, {0, 2}), HasSubstr("measured 6.0 days before the runs were merged"));
    EXPECT_THAT(card(Endpoints::ranks, {2, 0}), HasSubstr("measured 0.5 days before the runs were merged"));
    EXPECT_THAT(card(Endpoints::hosts_worst, {0, 1}), HasSubstr("measured 0.5 days")) << "the newest counts";
}

}  // namespace
}  // namespace fabricmap::viewer
