// SPDX-License-Identifier: Apache-2.0
#include "statistics/ordering.hpp"

#include "statistics/quick_log.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap {
namespace {

using Numbers = std::vector<float>;

/// Orders in which the choice of a pivot may be a bad one, beside those of measured values.
std::vector<std::pair<std::string, Numbers>> orders_of(std::size_t count) {
    std::mt19937 random(static_cast<unsigned>(count));
    Numbers ascending(count);
    std::iota(ascending.begin(), ascending.end(), -static_cast<float>(count) / 3);
    Numbers descending(ascending.rbegin(), ascending.rend());
    Numbers rising_and_falling = ascending;
    std::reverse(rising_and_falling.begin() + static_cast<std::ptrdiff_t>(count / 2),
                 rising_and_falling.end());
    Numbers any = ascending;
    std::shuffle(any.begin(), any.end(), random);
    Numbers few_values(count);
    for (float& value : few_values) value = static_cast<float>(random() % 4);
    Numbers tiny_and_huge(count);
    for (float& value : tiny_and_huge)
        value = std::ldexp(static_cast<float>(random() % 1000) - 500, static_cast<int>(random() % 200) - 100);
    return {{"ascending", ascending},
            {"descending", descending},
            {"rising and falling", rising_and_falling},
            {"any", any},
            {"few values", few_values},
            {"tiny and huge", tiny_and_huge},
            {"one value", Numbers(count, 7)}};
}

TEST(PutInPlace, LeavesWhatASortPutsThereAndDividesTheRest) {
    for (const std::size_t count : {1U, 2U, 31U, 32U, 33U, 100U, 1000U, 5000U}) {
        for (const auto& [name, values] : orders_of(count)) {
            SCOPED_TRACE(name + ", " + std::to_string(count));
            Numbers sorted = values;
            std::sort(sorted.begin(), sorted.end());
            for (const std::size_t place : {std::size_t{0}, count / 7, count / 2, count - 1}) {
                Numbers divided = values;
                put_in_place(std::span(divided), place);
                EXPECT_EQ(divided[place], sorted[place]) << place;
                const auto middle = divided.begin() + static_cast<std::ptrdiff_t>(place);
                EXPECT_LE(*std::max_element(divided.begin(), middle + 1), *middle);
                EXPECT_GE(*std::min_element(middle, divided.end()), *middle);
                std::sort(divided.begin(), divided.end());
                EXPECT_EQ(divided, sorted);
            }
        }
    }
}

TEST(SortNumbers, OrdersThemAsOtherSortsDo) {
    for (const std::size_t count : {0U, 1U, 299U, 300U, 301U, 5000U}) {
        for (const auto& [name, values] : orders_of(count)) {
            Numbers ordered = values;
            sort_numbers(ordered);
            Numbers sorted = values;
            std::stable_sort(sorted.begin(), sorted.end());
            EXPECT_EQ(ordered, sorted) << name << ", " << count;
        }
    }
}

TEST(SortNumbers, KeepsInfinitiesAtTheEnds) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    Numbers numbers(400, 1);
    numbers[10] = infinity;
    numbers[20] = -infinity;
    numbers[30] = -1;
    numbers[40] = 0;
    sort_numbers(numbers);
    EXPECT_EQ(numbers.front(), -infinity);
    EXPECT_EQ(numbers[1], -1);
    EXPECT_EQ(numbers[2], 0);
    EXPECT_EQ(numbers.back(), infinity);
}

TEST(QuickLog, IsTheLogarithm) {
    for (float value = 1; value < 1e38F; value *= 1.0007F) {
        const double exact = std::log(static_cast<double>(value));
        EXPECT_NEAR(static_cast<double>(quick_log(value)), exact, 2e-7 * std::max(1.0, exact)) << value;
    }
    EXPECT_EQ(quick_log(1), 0);
    EXPECT_TRUE(std::isinf(quick_log(std::numeric_limits<float>::infinity())));
    EXPECT_TRUE(std::isnan(quick_log(std::numeric_limits<float>::quiet_NaN())));
}

}  // namespace
}  // namespace fabricmap
