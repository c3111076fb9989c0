// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/sheet.hpp"

#include "picture/shapes/words.hpp"
#include "tests/picture/shapes_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace fabricmap::picture {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using testing::shapes_of;
using ::testing::SizeIs;
using testing::text_with;
using testing::words_of;

/// As large as its room, or of its own size where that has no bounds.
Drawing filled(const Extent& room) {
    constexpr double own = 300;
    const bool has_bounds = room.width < std::numeric_limits<double>::infinity();
    Drawing drawing{has_bounds ? room.width : own, has_bounds ? room.height : own, "what is drawn"};
    drawing.area({0, 0, drawing.width, drawing.height}, {Ink::mark});
    return drawing;
}

Box place_of_picture(const Drawing& drawing) {
    for (const Path& path : shapes_of<Path>(drawing)) {
        if (!path.fill || path.fill->ink != Ink::mark) continue;
        const Point corner = path.points[0];
        return {corner.x, corner.y, path.points[2].x - corner.x, path.points[2].y - corner.y};
    }
    return {};
}

const Preset& slide() {
    return presets[1];
}

Sheet with_findings(const Preset* preset, std::size_t findings) {
    Sheet sheet{"monday"};
    sheet.preset = preset;
    std::vector<Note> notes;
    for (std::size_t number = 1; number <= findings; ++number)
        notes.push_back({number, "node" + std::to_string(number) + " receives 3.1 times slower from 64K on"});
    sheet.add_notes(notes, [](std::size_t more) { return "and " + std::to_string(more) + " more"; });
    return sheet;
}

TEST(Sheet, CutsNoTitleThatHasRoomOnTwoLines) {
    const std::string title =
        "synthetic:fat-tree,hosts=24,leaf=6;noise,5%;fault,slow-receiver,host=5,factor=3";
    for (const double width : {480.0, 648.0, 960.0}) {
        Sheet sheet{title,
                    {"1 fault in 24 hosts",
                     "a sentence that is much longer than a column of a paper is wide when it is read"}};
        sheet.size = Extent{width, 500};
        const Drawing drawing = on_sheet(sheet, filled);
        std::string together;
        double bottom = 0;
        for (const Text& text : shapes_of<Text>(drawing)) {
            EXPECT_LE(text_width(text.words, text.size, text.is_bold), width - 2 * drawing_margin);
            EXPECT_GT(text.at.y - cap_height(text.size), bottom) << text.words;
            bottom = text.at.y;
            if (text.is_bold) together += text.words;
        }
        EXPECT_EQ(together, title) << width;
        EXPECT_GT(place_of_picture(drawing).y, bottom);
    }
}

TEST(Sheet, HasAShortTitleInLargeLetters) {
    const Drawing drawing = on_sheet({"monday", {"64 ranks"}}, filled);
    EXPECT_EQ(text_with(drawing, "monday").size, title_size);
    EXPECT_EQ(drawing.title, "monday");
}

TEST(Sheet, TakesLittleRoomWhereThereIsNothingToSay) {
    const Drawing drawing = on_sheet({}, filled);
    EXPECT_THAT(shapes_of<Text>(drawing), SizeIs(0));
    EXPECT_LE(place_of_picture(drawing).y, drawing_margin);
    EXPECT_EQ(drawing.title, "what is drawn");
}

TEST(Sheet, OfAPresetIsFilledToItsMargins) {
    for (const Preset& preset : presets) {
        const Drawing drawing = on_sheet(with_findings(&preset, 1), filled);
        EXPECT_EQ(drawing.width, preset.size.width) << preset.name;
        EXPECT_EQ(drawing.height, preset.size.height);
        EXPECT_EQ(drawing.scale, preset.scale);
        EXPECT_NEAR(place_of_picture(drawing).bottom(), drawing.height - drawing_margin, 1e-9);
    }
}

TEST(Sheet, HasFindingsRightOfThePictureEachBehindItsNumber) {
    const Drawing drawing = on_sheet(with_findings(&slide(), 2), filled);
    EXPECT_THAT(words_of(drawing), Contains("1"));
    EXPECT_THAT(words_of(drawing), Not(Contains("0")));
    const Box picture = place_of_picture(drawing);
    int right_of_it = 0;
    for (const Text& text : shapes_of<Text>(drawing)) {
        if (text.anchor != Anchor::start || text.is_bold) continue;
        EXPECT_GT(text.at.x, picture.right());
        EXPECT_LE(text.at.x + text_width(text.words, text.size), drawing.width) << text.words;
        EXPECT_LE(text.at.y, drawing.height);
        ++right_of_it;
    }
    EXPECT_GE(right_of_it, 2);
    EXPECT_THAT(drawing.lines, ElementsAre("1  node1 receives 3.1 times slower from 64K on",
                                           "2  node2 receives 3.1 times slower from 64K on"));
}

TEST(Sheet, HasFindingsBelowItsTitleWithoutAPreset) {
    const Drawing drawing = on_sheet(with_findings(nullptr, 1), filled);
    EXPECT_LT(text_with(drawing, "1  node1 receives 3.1 times slower from 64K on").at.y,
              place_of_picture(drawing).y);
}

TEST(Sheet, SaysHowManyFindingsHaveNoRoom) {
    const Sheet sheet = with_findings(&slide(), 5);
    EXPECT_EQ(sheet.last_number(), slide().findings);
    EXPECT_EQ(sheet.notes.back().words, "and " + std::to_string(5 - slide().findings) + " more");
    EXPECT_EQ(sheet.notes.back().number, 0U);
    EXPECT_EQ(with_findings(&slide(), 1).notes.size(), 1U);
}

TEST(Sheet, LeavesOutWholeWhatHasNoRoom) {
    Preset low = slide();
    low.size.height = 200;
    const auto words = words_of(on_sheet(with_findings(&low, 3), filled));
    EXPECT_THAT(words, Contains("1"));
    EXPECT_THAT(words, Not(Contains("3")));
}

TEST(Sheet, GrowsWithAPictureThatIsLargerThanItsRoom) {
    const auto larger = [](const Extent& room) { return filled({room.width, room.height + 100}); };
    EXPECT_EQ(on_sheet(with_findings(&slide(), 1), larger).height, slide().size.height + 100);
}

}  // namespace
}  // namespace fabricmap::picture
