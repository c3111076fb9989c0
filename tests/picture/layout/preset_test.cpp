// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/preset.hpp"

#include "picture/output/picture_formats.hpp"
#include "picture/shapes/words.hpp"

#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

TEST(Presets, HaveAFormatThatThereIs) {
    for (const Preset& preset : presets)
        EXPECT_NE(find_picture_format(preset.suffix), nullptr) << preset.name;
}

TEST(Presets, HaveWordsAsLargeAsTheyAreReadThere) {
    // A column of 3.3 inches: small words have 6 points at least. A slide of 13.3 inches: 10 at least.
    constexpr double points_an_inch = 72;
    const double paper = 3.3 * points_an_inch / presets[0].size.width;
    EXPECT_GE(small_size * paper, 5.9);
    const Preset& slide = presets[1];
    EXPECT_GE(small_size * 13.3 * points_an_inch / slide.size.width, 10);
    EXPECT_EQ(slide.size.width * slide.scale, 1920);
    EXPECT_EQ(slide.size.height * slide.scale, 1080);
}

}  // namespace
}  // namespace fabricmap::picture
