// SPDX-License-Identifier: Apache-2.0
#include "picture/ramp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> words_of(const GreyScale& scale, Quantity quantity = Quantity::delay) {
    std::vector<std::string> words;
    for (const RampMark& mark : ramp_marks(scale, quantity)) words.push_back(mark.text);
    return words;
}

TEST(RampMarks, CarryTheUnitThatFitsTheSlowEnd) {
    EXPECT_THAT(words_of(GreyScale({0.7e-6, 9e-6})), ElementsAre("2 µs", "4 µs", "6 µs", "8 µs"));
    EXPECT_THAT(words_of(GreyScale({1e-6, 2e-6})),
                ElementsAre("1.0 µs", "1.2 µs", "1.4 µs", "1.6 µs", "1.8 µs", "2.0 µs"));
    EXPECT_THAT(words_of(GreyScale({0, 20}), Quantity::count), ElementsAre("0", "5", "10", "15", "20"));
}

TEST(RampMarks, AreRoundAndWithinTheRange) {
    EXPECT_THAT(words_of(GreyScale({0.7, 9}), Quantity::count), ElementsAre("2", "4", "6", "8"));
    EXPECT_THAT(words_of(GreyScale({764, 838}), Quantity::count), ElementsAre("780", "800", "820"));
}

TEST(RampMarks, NameTheValueOfAConstantPlane) {
    EXPECT_THAT(words_of(GreyScale({2.5e-6, 2.5e-6})), ElementsAre("2.5 µs"));
    EXPECT_THAT(words_of(GreyScale({0, 0})), ElementsAre("0 s"));
}

TEST(RampMarks, OfALogarithmicScaleArePowersOfTenOverManyDecades) {
    EXPECT_THAT(words_of(GreyScale({0.7e-6, 1.2e-3}, Scale::logarithmic)),
                ElementsAre("1 µs", "10 µs", "100 µs", "1 ms"));
    EXPECT_THAT(words_of(GreyScale({1.5e-6, 12e-6}, Scale::logarithmic)),
                ElementsAre("2 µs", "5 µs", "10 µs"));
}

TEST(RampMarks, SeparateEndsThatLieCloseTogether) {
    const auto words = words_of(GreyScale({2e-6, 2.4e-6}, Scale::logarithmic));
    EXPECT_THAT(words, ElementsAre("2 µs", "2.4 µs"));
}

}  // namespace
}  // namespace fabricmap::picture
