// SPDX-License-Identifier: Apache-2.0
#include "picture/png_file.hpp"

#include "base/errors.hpp"
#include "tests/picture/png_decoder.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

using ::testing::HasSubstr;

TEST(Png, KeepsEveryPixelInSixteenBits) {
    GreyImage image(300, 220);
    for (int y = 0; y < 220; ++y) {
        for (int x = 0; x < 300; ++x) image.set(x, y, static_cast<Grey>((y * 300 + x) % 65536));
    }
    const auto decoded = testing::decode_png(encode_png(image));
    EXPECT_EQ(decoded.bit_depth, 16);
    EXPECT_TRUE(decoded.is_grey);
    ASSERT_EQ(decoded.image.width(), 300);
    ASSERT_EQ(decoded.image.height(), 220);
    for (int y = 0; y < 220; ++y) {
        for (int x = 0; x < 300; ++x) ASSERT_EQ(decoded.image.at(x, y), (y * 300 + x) % 65536);
    }
}

TEST(Png, CarriesItsTexts) {
    const auto decoded =
        testing::decode_png(encode_png(GreyImage(1, 1), {{"Title", "median"}, {"Range", "1 µs"}}));
    EXPECT_EQ(decoded.texts.at("Title"), "median");
    EXPECT_EQ(decoded.texts.at("Range"), "1 µs");
}

TEST(Png, SaysWhenLibpngGivesUp) {
    // libpng takes no picture wider than a million pixels.
    EXPECT_THROW(static_cast<void>(encode_png(GreyImage(1000001, 1))), RunError);
}

TEST(Png, ReplacesTheFileAtOnceAndLeavesNothingBesideIt) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "a.png", "old");
    write_png(folder / "a.png", GreyImage(2, 2));
    EXPECT_EQ(testing::decode_png(testing::bytes_of(folder / "a.png")).image.width(), 2);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Png, NamesThePathThatCannotBeWritten) {
    const testing::TemporaryFolder folder;
    try {
        write_png(folder / "none" / "a.png", GreyImage(1, 1));
        FAIL() << "no error";
    } catch (const FileError& error) {
        EXPECT_THAT(error.what(), HasSubstr((folder / "none" / "a.png").string()));
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace fabricmap::picture
