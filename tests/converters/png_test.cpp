// SPDX-License-Identifier: Apache-2.0
#include "tests/converters/program.hpp"
#include "tests/converters/small_run.hpp"
#include "tests/picture/png_decoder.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace fabricmap::testing {
namespace {

using picture::Grey;
using picture::GreyImage;
using ::testing::HasSubstr;

/// Two ranks get 160 pixels a cell.
constexpr int cell = 160;
constexpr Grey light = 60000;

/// The upper left pixel of a cell; -1 where there is none.
struct Found {
    int x = -1;
    int y = -1;
};

/// The highest line of exactly so many pixels of that grey.
Found find_cell(const GreyImage& image, Grey grey, int width = cell) {
    for (int y = 0; y < image.height(); ++y) {
        int run = 0;
        for (int x = 0; x < image.width(); ++x) {
            run = image.at(x, y) == grey ? run + 1 : 0;
            const bool ends = x + 1 == image.width() || image.at(x + 1, y) != grey;
            if (ends && run == width) return {x - run + 1, y};
        }
    }
    return {};
}

/// A black cell at the left edge, whose line goes on in the black frame.
Found find_slow_cell_at_the_left(const GreyImage& image) {
    const Found with_frame = find_cell(image, picture::black, cell + 1);
    return {with_frame.x < 0 ? -1 : with_frame.x + 1, with_frame.y};
}

DecodedPng picture_of(const TemporaryFolder& folder, std::vector<std::string> arguments) {
    const std::string path = folder / "picture.png";
    arguments.insert(arguments.end(), {"--overwrite", "-o", path});
    const Ended ended = run_convert(arguments);
    EXPECT_EQ(ended.code, 0) << ended.errors;
    EXPECT_EQ(ended.output, "");
    return decode_png(bytes_of(path));
}

TEST(Png, ShowsTheSlowerPairDarkerWithTheSenderDown) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    const DecodedPng png = picture_of(folder, {"--length", "0", folder / "r"});
    EXPECT_EQ(png.bit_depth, 16);
    EXPECT_TRUE(png.is_grey);
    // 0 to 1 is the faster of the two measured pairs, on the right of the first row.
    const Found fast = find_cell(png.image, light);
    const Found slow = find_slow_cell_at_the_left(png.image);
    ASSERT_GE(fast.x, 0);
    ASSERT_GE(slow.x, 0);
    EXPECT_EQ(fast.x - slow.x, cell);
    EXPECT_EQ(fast.y - slow.y, -cell);
}

TEST(Png, LeavesTheDiagonalOutOfTheScaleUnlessItWasMeasured) {
    const TemporaryFolder folder;
    write_small_run(folder / "a", {.mode = Mode::one_to_one, .lengths = {0}});
    EXPECT_GE(find_cell(picture_of(folder, {folder / "a"}).image, light).x, 0) << "1.5 µs is the fastest";
    write_small_run(folder / "b", {.mode = Mode::all_to_all, .lengths = {0}});
    // From 0.25 to 2.25 µs, 1.5 µs has 3/8 of the light grey left.
    EXPECT_GE(find_cell(picture_of(folder, {folder / "b"}).image, 22500).x, 0);
}

TEST(Png, DrawsThePlaneInTheRangeOfTheRunOrTheOneGiven) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    // The run spans 1.5 to 4.5 µs; 2.25 µs lies a quarter up.
    const DecodedPng of_run = picture_of(folder, {"--length", "0", "--range", "run", folder / "r"});
    EXPECT_GE(find_cell(of_run.image, 45000).x, 0);
    const DecodedPng given = picture_of(folder, {"--length", "0", "--range", "0:3us", folder / "r"});
    EXPECT_GE(find_cell(given.image, 30000).x, 0);
    EXPECT_GE(find_cell(given.image, 15000).x, 0);
    const DecodedPng in_seconds = picture_of(folder, {"--length", "0", "--range", "0:3e-6", folder / "r"});
    EXPECT_GE(find_cell(in_seconds.image, 30000).x, 0);
}

TEST(Png, HatchesAPairThatWasNotMeasured) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.with_missing_pair = true});
    const DecodedPng png = picture_of(folder, {"--length", "64K", folder / "r"});
    const Found only = find_cell(png.image, light);
    ASSERT_GE(only.x, 0) << "the one pair measured is a constant plane";
    std::map<Grey, int> greys;
    for (int y = only.y - cell; y < only.y; ++y) {
        for (int x = only.x + cell; x < only.x + 2 * cell; ++x) ++greys[png.image.at(x, y)];
    }
    EXPECT_EQ(greys.size(), 2U);
    EXPECT_GT(greys[picture::white], cell * cell / 2);
}

TEST(Png, SaysWhichLengthItChose) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    EXPECT_THAT(run_convert({"-o", folder / "a.png", folder / "r"}).errors, HasSubstr("64K"));
    EXPECT_EQ(run_convert({"-o", folder / "b.png", "--quiet", folder / "r"}).errors, "");
    EXPECT_EQ(run_convert({"-o", folder / "c.png", "--length", "64K", folder / "r"}).errors, "");
    EXPECT_EQ(bytes_of(folder / "a.png"), bytes_of(folder / "c.png")) << "the same input, the same bytes";
}

TEST(Png, SaysWhatItIsInItsTexts) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    const DecodedPng png = picture_of(folder, {"--length", "0", folder / "r"});
    EXPECT_EQ(png.texts.at("Title"), "one_to_one: median delay, messages of 0 bytes");
    EXPECT_EQ(png.texts.at("Range"), "1.5e-06 to 2.25e-06 s");
}

TEST(Png, ShowsARowAsLengthsByReceivers) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    const DecodedPng png = picture_of(folder, {"--row", "1", folder / "r"});
    const Found fast = find_cell(png.image, light);
    const Found slow = find_slow_cell_at_the_left(png.image);
    ASSERT_GE(fast.x, 0);
    EXPECT_EQ(slow.x, fast.x) << "one receiver";
    EXPECT_GT(slow.y, fast.y) << "the longer message is below";
    EXPECT_EQ(png.texts.at("Title"), "one_to_one: median delay, sender 1 on be,\"ta\"");
}

TEST(Png, OfALegacyRunShowsEveryRank) {
    const TemporaryFolder folder;
    const DecodedPng png = picture_of(folder, {"--length", "0", legacy_sample("np4/all_to_all/network")});
    EXPECT_GT(png.image.width(), 4 * cell);
}

}  // namespace
}  // namespace fabricmap::testing
