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

MemoryNeed need_of_pairs(const Options& options, int ranks) {
    const auto exchange = mode_entry(options.mode).make_pair(options.exchange_settings(0));
    return memory_need(options, ranks, false, room_for_pairs(options, *exchange));
}

MemoryNeed need_of_a_group(const Options& options, int ranks) {
    const auto exchange = mode_entry(Mode::all_to_all).make_group(options.exchange_settings(0));
    return memory_need(options, ranks, true, room_for_groups(options, *exchange, ranks));
}

TEST(MemoryNeed, OfAPairIsTwoBuffersOfTheLongestMessage) {
    EXPECT_EQ(need_of_pairs(options_up_to(1 << 20), 100).buffers, 2 * bytes_per_mebibyte);
}

TEST(MemoryNeed, OfAStreamHoldsTheWindowsOfAllLengths) {
    Options options = options_up_to(1 << 20);
    options.mode = Mode::stream;
    EXPECT_EQ(need_of_pairs(options, 2).buffers, 32 * bytes_per_mebibyte);
    options.lengths = {1 << 17, 64 << 20};
    EXPECT_EQ(need_of_pairs(options, 2).buffers, 256 * bytes_per_mebibyte) << "two messages at least";
    options.window = StreamWindow::of_messages(64);
    options.lengths = {1 << 20};
    EXPECT_EQ(need_of_pairs(options, 2).buffers, 128 * bytes_per_mebibyte);
}

TEST(MemoryNeed, IsOfTheHostAlone) {
    Options options = options_up_to(1 << 20);
    options.memory = {MemoryKind::cuda, MemoryKind::cuda};
    EXPECT_EQ(need_of_a_group(options, 100).buffers, 0);
    options.memory = {MemoryKind::cuda, MemoryKind::host};
    EXPECT_EQ(need_of_a_group(options, 100).buffers, 100 * bytes_per_mebibyte);
    options.memory = {MemoryKind::host, MemoryKind::cuda};
    EXPECT_EQ(need_of_a_group(options, 100).buffers, bytes_per_mebibyte);
}

TEST(MemoryNeed, OfAllToAllHoldsAMessageOfEveryRank) {
    EXPECT_EQ(need_of_a_group(options_up_to(1 << 20), 100).buffers, 101 * bytes_per_mebibyte);
}

TEST(MemoryNeed, OfNoiseHoldsAMessageOfEveryNoisyRank) {
    Options options = options_up_to(0);
    options.mode = Mode::test_noise;
    options.noise = {.message_length = 1 << 20, .messages = 5, .processes = 3};
    EXPECT_EQ(need_of_pairs(options, 100).buffers, 4 * bytes_per_mebibyte);
}

TEST(MemoryNeed, GrowsLinearlyWithRanks) {
    const Options options = options_up_to(4096);
    const double of_100 = need_of_pairs(options, 100).total();
    const double of_200 = need_of_pairs(options, 200).total();
    const double of_300 = need_of_pairs(options, 300).total();
    EXPECT_DOUBLE_EQ(of_300 - of_200, of_200 - of_100);
}

TEST(MemoryNeed, AGroupHoldsTheSamplesOfAllPeersAtOnce) {
    const Options options = options_up_to(0);
    EXPECT_EQ(need_of_a_group(options, 50).samples, 50 * need_of_pairs(options, 50).samples);
}

TEST(MemoryNeed, CountsAWarmUpThatIsLongerThanTheMeasurement) {
    Options options = options_up_to(0);
    options.sampling.warm_up = std::int64_t{1} << 40;
    EXPECT_GE(need_of_pairs(options, 2).samples, 16.0 * (std::int64_t{1} << 40));
}

TEST(MemoryNeed, OfMoreThan63BitsIsStillANumber) {
    const auto most = std::numeric_limits<std::int64_t>::max();
    EXPECT_GT(need_of_a_group(options_up_to(most), 1000).buffers, 9e21);
}

}  // namespace
}  // namespace fabricmap::network_test
