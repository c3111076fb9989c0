// SPDX-License-Identifier: Apache-2.0
#include "picture/scaling.hpp"

#include "tests/not_measured.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace fabricmap::picture {
namespace {

using testing::not_measured;

RunDescription description_of(std::optional<Mode> mode) {
    RunDescription description;
    description.mode = mode;
    return description;
}

TEST(GreyScale, PutsTheFastestAtZeroAndTheSlowestAtOne) {
    const GreyScale scale({1e-6, 3e-6});
    EXPECT_EQ(scale.position(1e-6), 0);
    EXPECT_DOUBLE_EQ(scale.position(2e-6), 0.5);
    EXPECT_EQ(scale.position(3e-6), 1);
}

RC_GTEST_PROP(GreyScale, NeverPutsASlowerValueLower, ()) {
    const auto values = *rc::gen::container<std::vector<int>>(4, rc::gen::inRange(0, 1000000));
    const auto [lowest, highest] = std::minmax(values[0], values[1]);
    const auto [fast, slow] = std::minmax(values[2], values[3]);
    const auto kind = *rc::gen::element(Scale::linear, Scale::logarithmic);
    const GreyScale scale({lowest * 1e-9, highest * 1e-9}, kind);
    RC_ASSERT(scale.position(slow * 1e-9) >= scale.position(fast * 1e-9));
    RC_ASSERT(scale.position(fast * 1e-9) >= 0);
    RC_ASSERT(scale.position(slow * 1e-9) <= 1);
}

TEST(GreyScale, PutsAConstantPlaneAtZeroAndWhatIsAboveItAtOne) {
    const GreyScale scale({2e-6, 2e-6});
    EXPECT_EQ(scale.position(2e-6), 0);
    EXPECT_EQ(scale.position(2.1e-6), 1);
}

TEST(GreyScale, PutsValuesBeyondTheRangeAtItsEnd) {
    const GreyScale scale({1, 2});
    EXPECT_EQ(scale.position(0.5), 0);
    EXPECT_EQ(scale.position(50), 1);
    EXPECT_EQ(scale.position(std::numeric_limits<double>::infinity()), 1);
}

TEST(GreyScale, PutsTheGeometricMeanInTheMiddleWhenLogarithmic) {
    const GreyScale scale({1e-6, 1e-4}, Scale::logarithmic);
    EXPECT_NEAR(scale.position(1e-5), 0.5, 1e-12);
}

TEST(GreyScale, HasALogarithmicFormForRangesFromZero) {
    const GreyScale scale({0, 1}, Scale::logarithmic);
    EXPECT_EQ(scale.position(0), 0);
    EXPECT_NEAR(scale.position(1e-3), 0.5, 1e-12);
    EXPECT_EQ(GreyScale({0, 0}, Scale::logarithmic).position(0), 0);
}

TEST(GreyScale, RefusesRangesThatAreNone) {
    EXPECT_THROW(GreyScale({2, 1}), std::invalid_argument);
    EXPECT_THROW(GreyScale({not_measured, 1}), std::invalid_argument);
    EXPECT_THROW(GreyScale({0, std::numeric_limits<double>::infinity()}), std::invalid_argument);
}

TEST(Range, ComesFromMeasuredCellsAlone) {
    Matrix plane(3, 3);
    plane << 0, 5, not_measured, 7, 0, 6, std::numeric_limits<double>::infinity(), 9, 0;
    EXPECT_EQ(range_of(plane, {true, -1}), (ValueRange{5, 9}));
    EXPECT_EQ(range_of(plane, {}), (ValueRange{0, 9}));
    EXPECT_EQ(range_of(plane, {true, 1}), (ValueRange{6, 7}));
}

TEST(Range, IsNothingWhereNothingWasMeasured) {
    EXPECT_EQ(range_of(Matrix::Constant(2, 2, not_measured), {}), std::nullopt);
    EXPECT_EQ(range_of(Matrix::Zero(1, 1), {true, -1}), std::nullopt);
}

TEST(Range, UnitedHoldsBoth) {
    EXPECT_EQ(united(ValueRange{2, 3}, ValueRange{1, 2}), (ValueRange{1, 3}));
    EXPECT_EQ(united(std::nullopt, ValueRange{1, 2}), (ValueRange{1, 2}));
    EXPECT_EQ(united(ValueRange{1, 2}, std::nullopt), (ValueRange{1, 2}));
    EXPECT_EQ(united(std::nullopt, std::nullopt), std::nullopt);
}

TEST(NeverMeasured, IsTheDiagonalButInTheModesThatMeasureIt) {
    EXPECT_TRUE(NeverMeasured::in_plane(description_of(Mode::one_to_one)).holds(2, 2));
    EXPECT_FALSE(NeverMeasured::in_plane(description_of(Mode::one_to_one)).holds(2, 1));
    EXPECT_FALSE(NeverMeasured::in_plane(description_of(Mode::all_to_all)).holds(2, 2));
    EXPECT_FALSE(NeverMeasured::in_plane(description_of(Mode::bcast)).holds(2, 2));
    EXPECT_TRUE(NeverMeasured::in_plane(description_of(std::nullopt)).holds(2, 2));
}

TEST(NeverMeasured, IsTheOwnColumnInARow) {
    const auto never = NeverMeasured::in_row(description_of(Mode::put_one_to_one), 3);
    EXPECT_TRUE(never.holds(0, 3));
    EXPECT_TRUE(never.holds(7, 3));
    EXPECT_FALSE(never.holds(3, 0));
    EXPECT_FALSE(NeverMeasured::in_row(description_of(Mode::bcast), 3).holds(0, 3));
}

}  // namespace
}  // namespace fabricmap::picture
