// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/selection.hpp"

#include "tests/viewer/models/planes.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>

namespace fabricmap::viewer {
namespace {

ValueHistogram histogram_from(double lowest, double highest) {
    ValueHistogram histogram;
    histogram.add(static_cast<float>(lowest));
    histogram.add(static_cast<float>(highest));
    return histogram;
}

class SelectionTest : public ::testing::Test {
  protected:
    SelectionTest() { show({}, {}); }
    void show(const Choice& choice, std::vector<int> order, const std::optional<Pair>& pair = {}) {
        const Displayed displayed =
            choice.order == Order::rank || !selection.displayed().stack
                ? testing::shown_of(run, choice.content, choice.statistic, choice.endpoints)
                : selection.displayed();
        selection.show({choice, run, {}, {displayed, 1, std::move(order)}}, pair);
    }

    Opened run = testing::three_ranks();
    Selection selection;
};

TEST(EmptySelection, HasNothingToSelect) {
    Selection selection;
    QSignalSpy changed(&selection, &Selection::selection_changed);
    selection.select({0, 1});
    selection.set_length(1);
    selection.keep_selected();
    EXPECT_EQ(changed.size(), 0);
    EXPECT_EQ(selection.endpoint_count(), 0);
    EXPECT_TRUE(selection.lengths().empty());
    EXPECT_TRUE(selection.kept().empty());
    EXPECT_EQ(selection.length_bytes(), 0);
}

TEST_F(SelectionTest, AsksForAChoiceAndKeepsTheOneThatIsShown) {
    const QSignalSpy wanted(&selection, &Selection::choice_wanted);
    Choice choice = selection.choice();
    choice.content = Content::spread;
    selection.choose(choice);
    EXPECT_EQ(wanted.size(), 1);
    EXPECT_EQ(selection.choice().content, Content::delay);
}

TEST_F(SelectionTest, DrawsTheSlowestPairOfABlockWhetherDelaysOrRatesAreShown) {
    EXPECT_EQ(selection.drawn_fold(), picture::Fold::maximum);
    Choice choice = selection.choice();
    choice.content = Content::rate;
    selection.show({choice, run, {}, selection.request()}, {});
    EXPECT_EQ(selection.drawn_fold(), picture::Fold::minimum);
    selection.set_fold(picture::Fold::minimum);
    EXPECT_EQ(selection.drawn_fold(), picture::Fold::maximum);
    selection.set_fold(picture::Fold::mean);
    EXPECT_EQ(selection.drawn_fold(), picture::Fold::mean);
}

TEST_F(SelectionTest, DrawsThePairFarthestFromOneOfWhatLiesAboutIt) {
    Choice choice = selection.choice();
    choice.content = Content::expected;
    selection.show({choice, run, {}, selection.request()}, {});
    EXPECT_EQ(selection.drawn_fold(), picture::Fold::farthest_from_one);
    selection.set_fold(picture::Fold::minimum);
    EXPECT_EQ(selection.drawn_fold(), picture::Fold::minimum);
}

TEST_F(SelectionTest, ShowsWhatLiesAboutOneInTwoColoursOnALogarithmicScaleAroundIt) {
    for (const Content content : {Content::comparison, Content::expected}) {
        Choice choice = selection.choice();
        choice.content = content;
        selection.show({choice, run, {}, selection.request()}, {});
        for (const auto palette : {picture::Palette::viridis, picture::Palette::grey}) {
            selection.set_palette(palette);
            EXPECT_EQ(selection.palette(), picture::Palette::diverging);
        }
        const auto scale = selection.scale_over(histogram_from(0.5, 8));
        ASSERT_TRUE(scale);
        EXPECT_NEAR(scale->position(1), 0.5, 1e-9);
        EXPECT_EQ(scale->position(8), 1);
    }
}

TEST_F(SelectionTest, SelectsOnlyPairsThatThereAre) {
    const QSignalSpy changed(&selection, &Selection::selection_changed);
    selection.select({2, 0});
    for (const Pair& pair : {Pair{2, 3}, Pair{-1, 0}, Pair{2, 0}}) selection.select(pair);
    EXPECT_EQ(selection.selected(), (Pair{2, 0}));
    EXPECT_EQ(changed.size(), 1);
}

TEST_F(SelectionTest, KeepsEachPairOnce) {
    selection.keep_selected();
    selection.keep_selected();
    selection.select({2, 0});
    selection.keep_selected();
    EXPECT_EQ(selection.kept(), (std::vector<Pair>{{0, 1}, {2, 0}}));
    selection.forget_kept();
    EXPECT_TRUE(selection.kept().empty());
}

TEST_F(SelectionTest, GoesBackFromALengthThatCannotBeShown) {
    selection.set_length(0);
    EXPECT_EQ(selection.length_bytes(), 1);
    const QSignalSpy changed(&selection, &Selection::length_changed);
    selection.go_back();
    EXPECT_EQ(selection.length_bytes(), 4096);
    EXPECT_EQ(changed.size(), 1);
}

TEST_F(SelectionTest, FindsEndpointsAtTheirPlacesAndBack) {
    Choice choice;
    choice.order = Order::host;
    show(choice, {0, 2, 1});
    for (std::int64_t place = 0; place < selection.endpoint_count(); ++place) {
        EXPECT_EQ(selection.place_of(selection.endpoint_at(place)), place);
    }
    EXPECT_EQ(selection.endpoint_at(1), 2);
}

TEST_F(SelectionTest, KeepsPairAndWindowInAnotherOrder) {
    selection.select({2, 1});
    selection.set_window({1, 1});
    Choice choice;
    choice.order = Order::host;
    show(choice, {0, 2, 1});
    EXPECT_EQ(selection.selected(), (Pair{2, 1}));
    EXPECT_EQ(selection.window(), (LengthWindow{1, 1}));
}

TEST_F(SelectionTest, SelectsTheHostOfBothRanksWithItself) {
    selection.select({2, 0});
    selection.keep_selected();
    Choice choice;
    choice.endpoints = Endpoints::hosts_median;
    show(choice, {});
    // Its two ranks measured each other.
    EXPECT_EQ(selection.selected(), (Pair{0, 0}));
    EXPECT_TRUE(selection.kept().empty());
}

TEST_F(SelectionTest, ForgetsAllPairsWhereOtherSourcesAreShown) {
    selection.select({2, 0});
    selection.keep_selected();
    show({}, {}, Pair{1, 2});
    EXPECT_EQ(selection.selected(), (Pair{1, 2}));
    EXPECT_TRUE(selection.kept().empty());
}

TEST_F(SelectionTest, SaysWhenAnotherRunIsShown) {
    const QSignalSpy changed(&selection, &Selection::run_changed);
    show({}, {});
    EXPECT_EQ(changed.size(), 0);
    run.source = "another";
    show({}, {});
    EXPECT_EQ(changed.size(), 1);
}

TEST_F(SelectionTest, TakesShadesFromTheLengthsThatAreAskedFor) {
    Levels levels;
    EXPECT_TRUE(selection.lengths_of_scale().empty());
    levels.normalisation = Normalisation::run;
    selection.set_levels(levels);
    EXPECT_EQ(selection.lengths_of_scale(), (std::vector<std::size_t>{0, 1}));
    levels.normalisation = Normalisation::window;
    selection.set_levels(levels);
    selection.set_window({1, 7});
    EXPECT_EQ(selection.lengths_of_scale(), (std::vector<std::size_t>{1}));
}

TEST_F(SelectionTest, StretchesShadesOverWhatIsCountedOrTheHandSets) {
    EXPECT_FALSE(selection.scale_over({}));
    const auto counted = selection.scale_over(histogram_from(1, 4))->range();
    EXPECT_EQ(counted, (picture::ValueRange{1, 4}));
    Levels levels;
    levels.normalisation = Normalisation::hand;
    levels.by_hand = {2, 3};
    selection.set_levels(levels);
    EXPECT_EQ(selection.scale_over(histogram_from(1, 4))->range(), levels.by_hand);
}

TEST_F(SelectionTest, StretchesShadesOfAComparisonAroundOne) {
    Choice choice;
    choice.content = Content::comparison;
    show(choice, {});
    const auto scale = selection.scale_over(histogram_from(0.5, 4));
    EXPECT_NEAR(scale->range().lowest * scale->range().highest, 1, 1e-12);
    EXPECT_EQ(scale->scale(), picture::Scale::logarithmic);
}

TEST_F(SelectionTest, ReportsALookThatBringsItBack) {
    selection.select({1, 2});
    selection.set_palette(picture::Palette::viridis);
    const Look look = selection.look();
    EXPECT_EQ(look.selected, (Pair{1, 2}));
    EXPECT_EQ(look.length_bytes, 4096);
    EXPECT_EQ(look.palette, picture::Palette::viridis);
    EXPECT_EQ(look.levels, selection.levels());
}

}  // namespace
}  // namespace fabricmap::viewer
