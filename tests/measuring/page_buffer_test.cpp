// SPDX-License-Identifier: Apache-2.0
#include "measuring/page_buffer.hpp"

#include "base/errors.hpp"
#include "tests/expectations.hpp"

#include <rapidcheck/gtest.h>

#include <vector>

namespace fabricmap {
namespace {

using Bytes = std::vector<std::byte>;

TEST(PageBuffer, IsPageAlignedAndHasRoomForEveryByte) {
    constexpr std::uintptr_t page = 4096;
    const PageBuffer buffer(3 * page + 1);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % page, 0U);
    EXPECT_EQ(buffer.first(buffer.bytes()).size(), 3 * page + 1);
}

TEST(PageBuffer, AnEmptyMessageHasAnAddressToo) {
    const PageBuffer buffer(0);
    EXPECT_NE(buffer.data(), nullptr);
}

TEST(PageBuffer, RefusesMoreThanTheMachineHasWithTheSize) {
    const std::string text =
        fabricmap::testing::error_of<RunError>([] { const PageBuffer buffer(std::int64_t{1} << 60); });
    EXPECT_THAT(text, ::testing::HasSubstr("1048576T"));
}

RC_GTEST_PROP(Pattern, IsFoundAgain, ()) {
    Bytes bytes(*rc::gen::inRange<std::size_t>(0, 300));
    const auto key = *rc::gen::arbitrary<std::uint64_t>();
    fill_pattern(bytes, key);
    RC_ASSERT(holds_pattern(bytes, key));
}

RC_GTEST_PROP(Pattern, AFlippedBitAnywhereIsFound, ()) {
    Bytes bytes(*rc::gen::inRange<std::size_t>(1, 300));
    const auto key = *rc::gen::arbitrary<std::uint64_t>();
    fill_pattern(bytes, key);
    const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
    bytes[at] ^= std::byte{1} << *rc::gen::inRange(0, 8);
    RC_ASSERT(!holds_pattern(bytes, key));
}

RC_GTEST_PROP(Pattern, IsThatOfItsParts, ()) {
    Bytes whole(*rc::gen::inRange<std::size_t>(0, 300));
    const auto key = *rc::gen::arbitrary<std::uint64_t>();
    fill_pattern(whole, key);
    const auto first = *rc::gen::inRange<std::size_t>(0, whole.size() / 8 + 1) * 8;
    const std::span<std::byte> part = std::span(whole).subspan(first);
    RC_ASSERT(holds_pattern(part, key, static_cast<std::int64_t>(first)));
}

TEST(Pattern, TwoKeysShareNone) {
    Bytes bytes(64);
    for (std::uint64_t key = 0; key < 500; ++key) {
        fill_pattern(bytes, key);
        for (std::uint64_t other = 0; other < 500; ++other) {
            EXPECT_EQ(holds_pattern(bytes, other), other == key) << key << " " << other;
        }
    }
}

// A message that slid by a word must not pass for a whole one.
TEST(Pattern, DiffersFromWordToWord) {
    Bytes bytes(64);
    fill_pattern(bytes, 5);
    Bytes slid(bytes.begin() + 8, bytes.end());
    EXPECT_FALSE(holds_pattern(slid, 5));
}

}  // namespace
}  // namespace fabricmap
