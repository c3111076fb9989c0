// SPDX-License-Identifier: Apache-2.0
#include "tests/converters/program.hpp"
#include "tests/converters/small_run.hpp"
#include "tests/picture/png_decoder.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace fabricmap::testing {
namespace {

using picture::Colour;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Two ranks get 160 pixels a cell.
constexpr int cell = 160;
/// Lengths get less.
constexpr int row = 48;

/// Of a value that lies so far up the scale.
Colour grey_at(double fraction) {
    const auto shade = static_cast<std::size_t>(std::lround(fraction * (picture::Shades::count - 1)));
    return picture::colours_of(picture::Palette::grey).at(shade);
}

/// The upper left pixel of a cell; -1 where there is none.
struct Found {
    int x = -1;
    int y = -1;
};

/// The first cell of that colour; the frame may cover a line of pixels at its edges.
Found find_cell(const DecodedPng& png, const Colour& colour, int cell_height = cell) {
    constexpr int width = cell - 4;
    const int height = cell_height - 4;
    const auto is_cell = [&](int left, int top) {
        for (int y = top; y < top + height; ++y) {
            for (int x = left; x < left + width; ++x) {
                if (!(png.at(x, y) == colour)) return false;
            }
        }
        return true;
    };
    for (int y = 0; y + height <= png.height; ++y) {
        for (int x = 0; x + width <= png.width; ++x) {
            if (is_cell(x, y)) return {x, y};
        }
    }
    return {};
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
    // 0 to 1 is the faster of the two measured pairs, on the right of the first row.
    const Found fast = find_cell(png, grey_at(0));
    const Found slow = find_cell(png, grey_at(1));
    ASSERT_GE(fast.x, 0);
    ASSERT_GE(slow.x, 0);
    EXPECT_NEAR(fast.x - slow.x, cell, 2);
    EXPECT_NEAR(fast.y - slow.y, -cell, 2);
}

TEST(Png, LeavesTheDiagonalOutOfTheScaleUnlessItWasMeasured) {
    const TemporaryFolder folder;
    write_small_run(folder / "a", {.mode = Mode::one_to_one, .lengths = {0}});
    EXPECT_GE(find_cell(picture_of(folder, {folder / "a"}), grey_at(0)).x, 0) << "1.5 µs is the fastest";
    write_small_run(folder / "b", {.mode = Mode::all_to_all, .lengths = {0}});
    // From 0.25 to 2.25 µs, 1.5 µs lies 5/8 up the scale.
    EXPECT_GE(find_cell(picture_of(folder, {folder / "b"}), grey_at(0.625)).x, 0);
}

TEST(Png, DrawsThePlaneInTheRangeOfTheRunOrTheOneGiven) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    // The run spans 1.5 to 4.5 µs; 2.25 µs lies a quarter up.
    const DecodedPng of_run = picture_of(folder, {"--length", "0", "--range", "run", folder / "r"});
    EXPECT_GE(find_cell(of_run, grey_at(0.25)).x, 0);
    const DecodedPng given = picture_of(folder, {"--length", "0", "--range", "0:3us", folder / "r"});
    EXPECT_GE(find_cell(given, grey_at(0.5)).x, 0);
    EXPECT_GE(find_cell(given, grey_at(0.75)).x, 0);
    const DecodedPng in_seconds = picture_of(folder, {"--length", "0", "--range", "0:3e-6", folder / "r"});
    EXPECT_GE(find_cell(in_seconds, grey_at(0.5)).x, 0);
}

TEST(Png, HatchesAPairThatWasNotMeasured) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.with_missing_pair = true});
    const DecodedPng png = picture_of(folder, {"--length", "64K", folder / "r"});
    const Found only = find_cell(png, grey_at(0));
    ASSERT_GE(only.x, 0) << "the one pair measured is a constant plane";
    int white = 0;
    int hatched = 0;
    for (int y = only.y - cell + 4; y < only.y - 4; ++y) {
        for (int x = only.x + cell + 4; x < only.x + 2 * cell - 8; ++x) {
            const Colour& pixel = png.at(x, y);
            (pixel == Colour{255, 255, 255} ? white : hatched) += 1;
        }
    }
    EXPECT_GT(white, 2 * hatched);
    EXPECT_GT(hatched, white / 5);
}

TEST(Svg, HasAPairOfEachRunOverAllLengthsInOnePlot) {
    const TemporaryFolder folder;
    write_small_run(folder / "here", {});
    write_small_run(folder / "there", {});
    const Ended one = run_convert({"--quiet", "--pair", "1,0", "-o", folder / "one.svg", folder / "here"});
    EXPECT_EQ(one.code, 0) << one.errors;
    const std::string alone = bytes_of(folder / "one.svg");
    EXPECT_THAT(alone, AllOf(HasSubstr("message length in bytes"), HasSubstr(">64K</text>")));
    EXPECT_THAT(alone, AllOf(HasSubstr("here: 1"), HasSubstr("like pairs"), Not(HasSubstr("there"))));
    const Ended both = run_convert({"--quiet", "--pair", "1,0", "--beside", folder / "there", "-o",
                                    folder / "both.svg", folder / "here"});
    EXPECT_EQ(both.code, 0) << both.errors;
    EXPECT_THAT(bytes_of(folder / "both.svg"), AllOf(HasSubstr("here: 1"), HasSubstr("there: 1")));
}

TEST(Svg, OfAPairRefusesWhatBelongsToMatrices) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    const std::string file = folder / "a.svg";
    const std::string run = folder / "r";
    EXPECT_THAT(run_convert({"--pair", "0,1", "--length", "0", "-o", file, run}).errors,
                HasSubstr("--length"));
    EXPECT_THAT(run_convert({"--pair", "0,1", "--range", "run", "-o", file, run}).errors,
                HasSubstr("--range"));
    EXPECT_THAT(run_convert({"--beside", run, "-o", file, run}).errors, HasSubstr("needs --pair"));
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
    EXPECT_THAT(png.texts.at("Description"), HasSubstr("from 1.5 µs to 2.25 µs"));
    EXPECT_THAT(png.texts.at("Description"), HasSubstr((folder / "r").string()));
}

TEST(Png, ShowsARowAsLengthsByReceivers) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    const DecodedPng png = picture_of(folder, {"--row", "1", folder / "r"});
    const Found fast = find_cell(png, grey_at(0), row);
    const Found slow = find_cell(png, grey_at(1), row);
    ASSERT_GE(fast.x, 0);
    EXPECT_NEAR(slow.x, fast.x, 2) << "one receiver";
    EXPECT_GT(slow.y, fast.y) << "the longer message is below";
    EXPECT_EQ(png.texts.at("Title"), "one_to_one: median delay, sender 1 on be,\"ta\"");
}

TEST(Png, OfALegacyRunShowsEveryRank) {
    const TemporaryFolder folder;
    const DecodedPng png = picture_of(folder, {"--length", "0", legacy_sample("np4/all_to_all/network")});
    EXPECT_GT(png.width, 4 * cell);
}

TEST(Pictures, AreSvgAndPdfAsWell) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    ASSERT_EQ(run_convert({"--quiet", "-o", folder / "a.svg", folder / "r"}).code, 0);
    ASSERT_EQ(run_convert({"--quiet", "-o", folder / "a.pdf", folder / "r"}).code, 0);
    EXPECT_THAT(bytes_of(folder / "a.svg"),
                HasSubstr("<title>one_to_one: median delay, messages of 64K bytes"));
    EXPECT_THAT(bytes_of(folder / "a.pdf"), ::testing::StartsWith("%PDF-"));
}

}  // namespace
}  // namespace fabricmap::testing
