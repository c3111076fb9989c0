// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/memory_need.hpp"

#include <gtest/gtest.h>

namespace fabricmap::network_test {
namespace {

constexpr double bytes_per_mebibyte = 1024.0 * 1024.0;

Options options_up_to(std::int64_t longest) {
    Options options;
    options.lengths = {0, longest};
    return options;
}

TEST(MemoryNeed, OfAPairIsTwoBuffersOfTheLongestMessage) {
    EXPECT_EQ(memory_need(options_up_to(1 << 20), 100, false, 1).buffers, 2 * bytes_per_mebibyte);
}

TEST(MemoryNeed, OfAllToAllHoldsAMessageOfEveryRank) {
    EXPECT_EQ(memory_need(options_up_to(1 << 20), 100, true, 100).buffers, 101 * bytes_per_mebibyte);
}

TEST(MemoryNeed, OfNoiseHoldsAMessageOfEveryNoisyRank) {
    Options options = options_up_to(0);
    options.mode = Mode::test_noise;
    options.noise = {.message_length = 1 << 20, .messages = 5, .processes = 3};
    EXPECT_EQ(memory_need(options, 100, false, 1).buffers, 4 * bytes_per_mebibyte);
}

TEST(MemoryNeed, GrowsLinearlyWithRanks) {
    const Options options = options_up_to(4096);
    const double of_100 = memory_need(options, 100, false, 1).total();
    const double of_200 = memory_need(options, 200, false, 1).total();
    const double of_300 = memory_need(options, 300, false, 1).total();
    EXPECT_DOUBLE_EQ(of_300 - of_200, of_200 - of_100);
}

TEST(MemoryNeed, AGroupHoldsTheSamplesOfAllPeersAtOnce) {
    const Options options = options_up_to(0);
    EXPECT_EQ(memory_need(options, 50, true, 50).samples, 50 * memory_need(options, 50, false, 1).samples);
}

TEST(MemoryNeed, CountsAWarmUpThatIsLongerThanTheMeasurement) {
    Options options = options_up_to(0);
    options.sampling.warm_up = std::int64_t{1} << 40;
    EXPECT_GE(memory_need(options, 2, false, 1).samples, 16.0 * (std::int64_t{1} << 40));
}

TEST(MemoryNeed, OfMoreThan63BitsIsStillANumber) {
    const auto most = std::numeric_limits<std::int64_t>::max();
    EXPECT_GT(memory_need(options_up_to(most), 1000, true, 1000).buffers, 9e21);
}

}  // namespace
}  // namespace fabricmap::network_test
