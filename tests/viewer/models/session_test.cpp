// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/session.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

namespace fabricmap::viewer {
namespace {

constexpr int patience_ms = 20000;

class SessionTest : public ::testing::Test {
  protected:
    SessionTest() {
        QObject::connect(&session, &Session::failed, [this](const QString& words) { told << words; });
    }
    void open(const QStringList& sources) {
        session.open(sources);
        wait_for_plane();
    }
    void wait_for_plane() {
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return session.plane() && session.plane()->pyramid().is_complete(); }, patience_ms))
            << told.join('\n').toStdString();
    }
    void wait_for_diagnosis() {
        ASSERT_TRUE(QTest::qWaitFor([&] { return session.diagnosis() != nullptr; }, patience_ms));
    }
    void choose(const Choice& choice) {
        session.choose(choice);
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return session.choice() == choice || !told.isEmpty(); }, patience_ms));
        wait_for_plane();
    }

    QStringList told;
    Session session;
};

TEST_F(SessionTest, OpensARunAtTheMiddleLengthWithItsPlaneRowColumnAndCurve) {
    open({"synthetic:fat_tree"});
    EXPECT_EQ(session.length(), session.lengths().size() / 2);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return session.row() && !session.curves().curves.empty(); }, patience_ms));
    const auto k = static_cast<std::int64_t>(session.length());
    EXPECT_EQ(session.row()->pyramid->cell(k, 1), session.plane()->pyramid().cell(0, 1));
    EXPECT_EQ(session.column()->pyramid->cell(k, 0), session.plane()->pyramid().cell(0, 1));
    EXPECT_FLOAT_EQ(static_cast<float>(session.curves().curves[0].middle[session.length()]),
                    session.plane()->pyramid().cell(0, 1));
    EXPECT_TRUE(told.isEmpty());
}

TEST_F(SessionTest, TellsWhatCannotBeOpenedAndKeepsWhatIsShown) {
    open({"synthetic:fat_tree"});
    const auto plane = session.plane();
    session.open({"/nowhere/run.nc"});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !told.isEmpty(); }, patience_ms));
    EXPECT_TRUE(told.first().contains("/nowhere/run.nc"));
    EXPECT_EQ(session.plane(), plane);
}

TEST_F(SessionTest, TellsWhatCannotBeShownAndShowsTheSameAsBefore) {
    open({"synthetic:fat_tree"});
    Choice choice = session.choice();
    choice.content = Content::clusters;
    session.choose(choice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !told.isEmpty(); }, patience_ms));
    wait_for_plane();
    EXPECT_EQ(session.choice().content, Content::delay);
}

TEST_F(SessionTest, ShowsTheNewestOfManyLengthsAskedFor) {
    open({"synthetic:fat_tree"});
    for (std::size_t k = 0; k < session.lengths().size(); ++k) session.set_length(k);
    const std::size_t last = session.lengths().size() - 1;
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.plane() && session.plane()->request().k == last; },
                                patience_ms));
    wait_for_plane();
    EXPECT_EQ(session.plane()->request().k, last);
}

TEST_F(SessionTest, StretchesShadesOverPlaneWindowRunAndWhatTheHandSets) {
    open({"synthetic:fat_tree"});
    const auto of_plane = session.scale()->range();
    Levels levels;
    levels.normalisation = Normalisation::run;
    session.set_levels(levels);
    const auto stack = session.displayed().stack;
    std::optional<picture::ValueRange> truth;
    for (std::size_t k = 0; k < session.lengths().size(); ++k) {
        truth = picture::united(truth, picture::range_of(stack->plane(k), session.displayed().never));
    }
    const auto as_floats = [](const picture::ValueRange& range) {
        return picture::ValueRange{static_cast<double>(static_cast<float>(range.lowest)),
                                   static_cast<double>(static_cast<float>(range.highest))};
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return session.scale()->range() == as_floats(*truth); }, patience_ms));
    EXPECT_NE(of_plane, as_floats(*truth));

    levels.normalisation = Normalisation::window;
    session.set_window({session.length(), session.length()});
    session.set_levels(levels);
    EXPECT_EQ(session.scale()->range(), of_plane);

    levels.normalisation = Normalisation::hand;
    levels.by_hand = {1e-6, 2e-6};
    levels.scale = picture::Scale::logarithmic;
    session.set_levels(levels);
    EXPECT_EQ(session.scale()->range(), levels.by_hand);
    EXPECT_EQ(session.scale()->scale(), picture::Scale::logarithmic);
}

TEST_F(SessionTest, LinesRanksUpByTopologyOnceTheDiagnosisIsThere) {
    open({"synthetic:fat_tree"});
    Choice choice = session.choice();
    choice.order = Order::topology;
    choose(choice);
    ASSERT_TRUE(session.diagnosis());
    ASSERT_FALSE(session.order().empty());
    for (std::int64_t place = 0; place < session.party_count(); ++place) {
        EXPECT_EQ(session.place_of(session.party_at(place)), place);
    }
    EXPECT_TRUE(told.isEmpty());
}

TEST_F(SessionTest, ComparesTwoRunsAroundOne) {
    open({"synthetic:fat_tree", "synthetic:fat_tree_faulty"});
    Choice choice = session.choice();
    choice.content = Content::comparison;
    choose(choice);
    ASSERT_TRUE(told.isEmpty()) << told.join('\n').toStdString();
    const auto range = session.scale()->range();
    EXPECT_NEAR(range.lowest * range.highest, 1, 1e-6);
    EXPECT_EQ(session.displayed().quantity, Quantity::ratio);
}

TEST_F(SessionTest, RefusesToCompareARunWithItself) {
    open({"synthetic:fat_tree"});
    Choice choice = session.choice();
    choice.content = Content::comparison;
    session.choose(choice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !told.isEmpty(); }, patience_ms));
    wait_for_plane();
    EXPECT_EQ(session.choice().content, Content::delay);
}

TEST_F(SessionTest, FollowsAllOfSeveralWishesThatComeAtOnce) {
    open({"synthetic:fat_tree"});
    Choice choice = session.choice();
    choice.content = Content::spread;
    session.choose(choice);
    session.set_length(2);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.choice() == choice; }, patience_ms));
    wait_for_plane();
    EXPECT_EQ(session.plane()->request().k, 2U);
    // And what is wished back in between is shown again.
    choice.parties = Parties::hosts_worst;
    session.choose(choice);
    choice.parties = Parties::ranks;
    choice.content = Content::delay;
    session.choose(choice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.choice() == choice; }, patience_ms));
    wait_for_plane();
    EXPECT_EQ(session.displayed().content, Content::delay);
}

TEST_F(SessionTest, LinesUpAnotherRunByItsOwnTopology) {
    open({"synthetic:two_racks", "synthetic:fat_tree"});
    Choice choice = session.choice();
    choice.order = Order::topology;
    choose(choice);
    choice.run = 1;
    choose(choice);
    EXPECT_TRUE(told.isEmpty()) << told.join('\n').toStdString();
    EXPECT_EQ(static_cast<std::int64_t>(session.order().size()), session.party_count());
    EXPECT_EQ(session.diagnosis()->runs.front().label, session.runs()[1].run->label());
}

TEST_F(SessionTest, DiagnosesTheRunThatCameIntoSightMeanwhile) {
    open({"synthetic:two_racks", "synthetic:fat_tree"});
    Choice choice = session.choice();
    choice.run = 1;
    choose(choice);
    wait_for_diagnosis();
    EXPECT_EQ(session.diagnosis()->runs.front().label, session.runs()[1].run->label());
}

TEST_F(SessionTest, FollowsAWishForTopologyAndAnotherBeforeIt) {
    open({"synthetic:fat_tree"});
    Choice choice = session.choice();
    choice.content = Content::spread;
    session.choose(choice);
    choice.order = Order::topology;
    session.choose(choice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.choice() == choice; }, patience_ms));
    wait_for_plane();
    EXPECT_FALSE(session.order().empty());
    EXPECT_EQ(session.displayed().content, Content::spread);
}

TEST_F(SessionTest, LetsLevelsGoThatWereSetForAnotherQuantity) {
    open({"synthetic:fat_tree"});
    Levels levels;
    levels.normalisation = Normalisation::hand;
    levels.by_hand = {1e-6, 2e-6};
    session.set_levels(levels);
    Choice choice = session.choice();
    choice.content = Content::spread;
    choose(choice);
    EXPECT_EQ(session.levels().normalisation, Normalisation::plane);
}

TEST_F(SessionTest, KeepsTheHostOfTheSelectedRankWhenRanksBecomeHosts) {
    open({"synthetic:fat-tree,hosts=8,leaf=4,ranks-per-host=4;noise,1%"});
    session.select({13, 30});
    Choice choice = session.choice();
    choice.parties = Parties::hosts_median;
    choose(choice);
    EXPECT_EQ(session.selected(), (Pair{3, 7}));
}

TEST_F(SessionTest, CanBeLeftWhileItReads) {
    auto other = std::make_unique<Session>();
    other->open({"synthetic:fat_tree"});
    ASSERT_TRUE(QTest::qWaitFor([&] { return other->is_open(); }, patience_ms));
    other->diagnose();
    other.reset();
    QTest::qWait(10);
}

}  // namespace
}  // namespace fabricmap::viewer
