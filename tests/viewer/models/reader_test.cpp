// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/session.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

namespace fabricmap::viewer {
namespace {

constexpr int patience_ms = 120000;

class ReaderTest : public ::testing::Test {
  protected:
    ReaderTest() {
        for (const Worker* const worker : session.workers()) {
            QObject::connect(worker, &Worker::failed, [this](const QString& words) { reported << words; });
        }
    }
    /// As it is looked at once faults were looked for.
    void open(const QStringList& sources) {
        document.open(sources);
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return selection.choice().content == Content::expected; }, patience_ms));
        wait_for_plane();
    }
    void wait_for_plane() {
        ASSERT_TRUE(QTest::qWaitFor([&] { return reader.plane() && reader.plane()->pyramid().is_complete(); },
                                    patience_ms))
            << reported.join('\n').toStdString();
    }
    void wait_for_diagnosis() {
        ASSERT_TRUE(QTest::qWaitFor([&] { return diagnosis() != nullptr; }, patience_ms));
    }
    [[nodiscard]] std::shared_ptr<const diagnosis::Diagnosis> diagnosis() const {
        return session.diagnosis.of(selection.run());
    }
    void choose(const Choice& choice) {
        selection.choose(choice);
        ASSERT_TRUE(QTest::qWaitFor([&] { return selection.choice() == choice || !reported.isEmpty(); },
                                    patience_ms));
        wait_for_plane();
    }

    QStringList reported;
    Session session;
    Document& document = session.document;
    Selection& selection = session.selection;
    const Reader& reader = session.reader;
};

TEST_F(ReaderTest, OpensARunAtTheMiddleLengthWithItsPlaneRowColumnAndCurve) {
    open({"synthetic:fat_tree"});
    EXPECT_EQ(selection.length(), selection.lengths().size() / 2);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return reader.cuts() && !reader.curves().curves.empty(); }, patience_ms));
    const auto k = static_cast<std::int64_t>(selection.length());
    EXPECT_EQ(reader.cuts()->row.pyramid->cell(k, 1), reader.plane()->pyramid().cell(0, 1));
    EXPECT_EQ(reader.cuts()->column.pyramid->cell(k, 0), reader.plane()->pyramid().cell(0, 1));
    EXPECT_FLOAT_EQ(static_cast<float>(reader.curves().curves[0].middle[selection.length()]),
                    reader.plane()->pyramid().cell(0, 1));
    EXPECT_TRUE(reported.isEmpty());
}

TEST_F(ReaderTest, TurnsFromDelaysToWhatIsSlowerThanExpectedWhereTheFirstFindingIsLargest) {
    // Only messages of 64K and more are slow, and the more the longer they are.
    document.open(
        {"synthetic:fat-tree,hosts=16,leaf=4;noise,1%;fault,slow-link,sender=1,receiver=6,factor=3,"
         "from=64K"});
    ASSERT_TRUE(QTest::qWaitFor([&] { return reader.plane() != nullptr; }, patience_ms));
    EXPECT_EQ(selection.choice().content, Content::delay);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return selection.choice().content == Content::expected; }, patience_ms));
    wait_for_plane();
    EXPECT_GE(selection.length_bytes(), 64 * 1024);
    EXPECT_NEAR(static_cast<double>(reader.plane()->pyramid().cell(1, 6)), 3, 0.3);
    EXPECT_NEAR(static_cast<double>(reader.plane()->pyramid().cell(6, 1)), 1, 0.1);
}

TEST_F(ReaderTest, StaysWithWhatTheUserChoseMeanwhile) {
    document.open({"synthetic:fat_tree_faulty"});
    ASSERT_TRUE(QTest::qWaitFor([&] { return document.is_open(); }, patience_ms));
    Choice choice = selection.choice();
    choice.order = Order::host;
    selection.choose(choice);
    wait_for_diagnosis();
    ASSERT_TRUE(QTest::qWaitFor([&] { return selection.choice() == choice; }, patience_ms));
    wait_for_plane();
    session.diagnosis.start(selection.run());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !session.diagnosis.is_busy(); }, patience_ms));
    EXPECT_EQ(selection.choice(), choice);
}

TEST_F(ReaderTest, KeepsTheLengthThatTheUserChoseMeanwhile) {
    document.open({"synthetic:fat_tree_faulty"});
    ASSERT_TRUE(QTest::qWaitFor([&] { return document.is_open(); }, patience_ms));
    selection.set_length(1);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return selection.choice().content == Content::expected; }, patience_ms));
    EXPECT_EQ(selection.length(), 1U);
}

TEST_F(ReaderTest, ReportsWhatCannotBeOpenedAndKeepsWhatIsShown) {
    open({"synthetic:fat_tree"});
    const auto plane = reader.plane();
    document.open({"/nowhere/run.nc"});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !reported.isEmpty(); }, patience_ms));
    EXPECT_TRUE(reported.first().contains("/nowhere/run.nc"));
    EXPECT_EQ(reader.plane(), plane);
}

TEST_F(ReaderTest, ReportsWhatCannotBeShownAndShowsTheSameAsBefore) {
    open({"synthetic:fat_tree"});
    Choice choice = selection.choice();
    choice.content = Content::clusters;
    selection.choose(choice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !reported.isEmpty(); }, patience_ms));
    wait_for_plane();
    EXPECT_EQ(selection.choice().content, Content::expected);
}

TEST_F(ReaderTest, ShowsTheNewestOfManyLengthsAskedFor) {
    open({"synthetic:fat_tree"});
    for (std::size_t k = 0; k < selection.lengths().size(); ++k) selection.set_length(k);
    const std::size_t last = selection.lengths().size() - 1;
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return reader.plane() && reader.plane()->request().k == last; }, patience_ms));
    wait_for_plane();
    EXPECT_EQ(reader.plane()->request().k, last);
}

TEST_F(ReaderTest, StretchesShadesOverPlaneWindowRunAndWhatTheHandSets) {
    open({"synthetic:fat_tree"});
    Choice of_delays = selection.choice();
    of_delays.content = Content::delay;
    choose(of_delays);
    const auto of_plane = reader.scale()->range();
    Levels levels;
    levels.normalisation = Normalisation::run;
    selection.set_levels(levels);
    const auto stack = selection.displayed().stack;
    std::optional<picture::ValueRange> truth;
    for (std::size_t k = 0; k < selection.lengths().size(); ++k) {
        truth = picture::united(truth, picture::range_of(stack->plane(k), selection.displayed().never));
    }
    const auto as_floats = [](const picture::ValueRange& range) {
        return picture::ValueRange{static_cast<double>(static_cast<float>(range.lowest)),
                                   static_cast<double>(static_cast<float>(range.highest))};
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return reader.scale()->range() == as_floats(*truth); }, patience_ms));
    EXPECT_NE(of_plane, as_floats(*truth));

    levels.normalisation = Normalisation::window;
    selection.set_window({selection.length(), selection.length()});
    selection.set_levels(levels);
    EXPECT_EQ(reader.scale()->range(), of_plane);

    levels.normalisation = Normalisation::hand;
    levels.by_hand = {1e-6, 2e-6};
    levels.scale = picture::Scale::logarithmic;
    selection.set_levels(levels);
    EXPECT_EQ(reader.scale()->range(), levels.by_hand);
    EXPECT_EQ(reader.scale()->scale(), picture::Scale::logarithmic);
}

TEST_F(ReaderTest, LinesRanksUpByTopologyOnceTheDiagnosisIsThere) {
    open({"synthetic:fat_tree"});
    Choice choice = selection.choice();
    choice.order = Order::topology;
    choose(choice);
    ASSERT_TRUE(diagnosis());
    ASSERT_FALSE(selection.request().order.empty());
    for (std::int64_t place = 0; place < selection.endpoint_count(); ++place) {
        EXPECT_EQ(selection.place_of(selection.endpoint_at(place)), place);
    }
    EXPECT_TRUE(reported.isEmpty());
}

TEST_F(ReaderTest, ComparesTwoRunsAroundOne) {
    open({"synthetic:fat_tree", "synthetic:fat_tree_faulty"});
    Choice choice = selection.choice();
    choice.content = Content::comparison;
    choose(choice);
    ASSERT_TRUE(reported.isEmpty()) << reported.join('\n').toStdString();
    const auto range = reader.scale()->range();
    EXPECT_NEAR(range.lowest * range.highest, 1, 1e-6);
    EXPECT_EQ(selection.displayed().quantity, Quantity::ratio);
}

TEST_F(ReaderTest, RefusesToCompareARunWithItself) {
    open({"synthetic:fat_tree"});
    Choice choice = selection.choice();
    choice.content = Content::comparison;
    selection.choose(choice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !reported.isEmpty(); }, patience_ms));
    wait_for_plane();
    EXPECT_EQ(selection.choice().content, Content::expected);
}

TEST_F(ReaderTest, FollowsAllOfSeveralWishesThatComeAtOnce) {
    open({"synthetic:fat_tree"});
    Choice choice = selection.choice();
    choice.content = Content::spread;
    selection.choose(choice);
    selection.set_length(2);
    ASSERT_TRUE(QTest::qWaitFor([&] { return selection.choice() == choice; }, patience_ms));
    wait_for_plane();
    EXPECT_EQ(reader.plane()->request().k, 2U);
    // And what is wished back in between is shown again.
    choice.endpoints = Endpoints::hosts_worst;
    selection.choose(choice);
    choice.endpoints = Endpoints::ranks;
    choice.content = Content::delay;
    selection.choose(choice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return selection.choice() == choice; }, patience_ms));
    wait_for_plane();
    EXPECT_EQ(selection.displayed().content, Content::delay);
}

TEST_F(ReaderTest, LinesUpAnotherRunByItsOwnTopology) {
    open({"synthetic:two_racks", "synthetic:fat_tree"});
    Choice choice = selection.choice();
    choice.order = Order::topology;
    choose(choice);
    choice.run = 1;
    choose(choice);
    EXPECT_TRUE(reported.isEmpty()) << reported.join('\n').toStdString();
    EXPECT_EQ(static_cast<std::int64_t>(selection.request().order.size()), selection.endpoint_count());
    EXPECT_EQ(diagnosis()->runs.front().label, document.runs()[1].run->label());
}

TEST_F(ReaderTest, DiagnosesTheRunThatCameIntoSightMeanwhile) {
    open({"synthetic:two_racks", "synthetic:fat_tree"});
    Choice choice = selection.choice();
    choice.run = 1;
    choose(choice);
    wait_for_diagnosis();
    EXPECT_EQ(diagnosis()->runs.front().label, document.runs()[1].run->label());
}

TEST_F(ReaderTest, FollowsAWishForTopologyAndAnotherBeforeIt) {
    open({"synthetic:fat_tree"});
    Choice choice = selection.choice();
    choice.content = Content::spread;
    selection.choose(choice);
    choice.order = Order::topology;
    selection.choose(choice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return selection.choice() == choice; }, patience_ms));
    wait_for_plane();
    EXPECT_FALSE(selection.request().order.empty());
    EXPECT_EQ(selection.displayed().content, Content::spread);
}

TEST_F(ReaderTest, LetsLevelsGoThatWereSetForAnotherQuantity) {
    open({"synthetic:fat_tree"});
    Levels levels;
    levels.normalisation = Normalisation::hand;
    levels.by_hand = {1e-6, 2e-6};
    selection.set_levels(levels);
    Choice choice = selection.choice();
    choice.content = Content::spread;
    choose(choice);
    EXPECT_EQ(selection.levels().normalisation, Normalisation::plane);
}

TEST_F(ReaderTest, KeepsTheHostOfTheSelectedRankWhenRanksBecomeHosts) {
    open({"synthetic:fat-tree,hosts=8,leaf=4,ranks-per-host=4;noise,1%"});
    selection.select({13, 30});
    Choice choice = selection.choice();
    choice.endpoints = Endpoints::hosts_median;
    choose(choice);
    EXPECT_EQ(selection.selected(), (Pair{3, 7}));
}

TEST_F(ReaderTest, StaysWithTheDelaysWhereTheSearchForFaultsIsCancelled) {
    document.open({"synthetic:fat_tree"});
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.diagnosis.is_busy(); }, patience_ms));
    session.diagnosis.cancel();
    Choice choice = selection.choice();
    choice.content = Content::spread;
    choose(choice);
    EXPECT_FALSE(session.diagnosis.is_busy()) << "nor is it begun anew";
    choice.order = Order::topology;
    selection.choose(choice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.diagnosis.is_busy(); }, patience_ms));
    session.diagnosis.cancel();
    wait_for_plane();
    EXPECT_EQ(selection.choice().order, Order::rank);
    EXPECT_TRUE(reported.isEmpty());
}

TEST_F(ReaderTest, CountsNoMoreLengthsOnceItIsCancelled) {
    open({"synthetic:fat_tree"});
    Levels levels;
    levels.normalisation = Normalisation::run;
    selection.set_levels(levels);
    session.reader.cancel();
    EXPECT_EQ(selection.levels().normalisation, Normalisation::plane);
    EXPECT_TRUE(reader.scale().has_value());
}

TEST_F(ReaderTest, CanBeLeftWhileItReads) {
    auto other = std::make_unique<Session>();
    other->document.open({"synthetic:fat_tree"});
    ASSERT_TRUE(QTest::qWaitFor([&] { return other->document.is_open(); }, patience_ms));
    other->diagnosis.start(other->selection.run());
    other.reset();
    QTest::qWait(10);
}

}  // namespace
}  // namespace fabricmap::viewer
