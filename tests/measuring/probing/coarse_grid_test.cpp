// SPDX-License-Identifier: Apache-2.0
#include "measuring/probing/coarse_grid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>

namespace fabricmap {
namespace {

using Lengths = std::vector<std::int64_t>;

bool holds(const Lengths& lengths, std::int64_t length) {
    return std::binary_search(lengths.begin(), lengths.end(), length);
}

TEST(CoarseGrid, OfSixteenBytesIsWhatOneWritesDownByHand) {
    EXPECT_EQ(coarse_grid({1, 16}), (Lengths{1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16}));
    EXPECT_EQ(coarse_grid({0, 4}), (Lengths{0, 1, 2, 3, 4}));
}

TEST(CoarseGrid, BoundsThatAreNoPowersBelongToIt) {
    EXPECT_EQ(coarse_grid({100, 300}), (Lengths{100, 127, 128, 129, 192, 255, 256, 257, 300}));
}

TEST(CoarseGrid, EndsAtTheLargestLengthThereIs) {
    const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(coarse_grid({1, largest}).back(), largest);
}

RC_GTEST_PROP(CoarseGrid, AscendsWithinItsBoundsAndHoldsEveryPowerThere, ()) {
    const auto first = *rc::gen::inRange<std::int64_t>(0, 1 << 20);
    const auto last = *rc::gen::inRange<std::int64_t>(first + 1, std::int64_t{1} << 40);
    const Lengths grid = coarse_grid({first, last});
    RC_ASSERT(std::is_sorted(grid.begin(), grid.end()));
    RC_ASSERT(std::adjacent_find(grid.begin(), grid.end()) == grid.end());
    RC_ASSERT(grid.front() == first);
    RC_ASSERT(grid.back() == last);
    for (std::int64_t power = 2; power <= last; power *= 2) {
        for (const std::int64_t length : {power - 1, power, power + 1, power / 2 * 3})
            RC_ASSERT(holds(grid, length) == (length >= first && length <= last));
    }
}

TEST(Merged, AscendsWithoutRepeats) {
    EXPECT_EQ(merged(Lengths{5, 1}, Lengths{3, 5}), (Lengths{1, 3, 5}));
}

}  // namespace
}  // namespace fabricmap
