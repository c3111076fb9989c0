// SPDX-License-Identifier: Apache-2.0
#include "picture/output/pdf.hpp"

#include "picture/output/picture_formats.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Pdf, IsAPageOfTheDrawingsSize) {
    Drawing drawing{300, 200, "a page"};
    drawing.text({{20, 40}, "words", 20});
    const std::string bytes = pdf_of(drawing);
    EXPECT_THAT(bytes, StartsWith("%PDF-"));
    EXPECT_THAT(bytes, HasSubstr("/MediaBox [ 0 0 300 200 ]"));
    EXPECT_THAT(bytes, HasSubstr("/Title (a page)"));
    EXPECT_THAT(bytes, HasSubstr("%%EOF"));
}

TEST(PictureFormats, AreFoundByTheirSuffix) {
    ASSERT_NE(find_picture_format(".pdf"), nullptr);
    EXPECT_THAT(find_picture_format(".pdf")->bytes_of(Drawing{10, 10, ""}), StartsWith("%PDF-"));
    EXPECT_THAT(find_picture_format(".png")->bytes_of(Drawing{10, 10, ""}), StartsWith("\x89PNG"));
    EXPECT_THAT(find_picture_format(".svg")->bytes_of(Drawing{10, 10, ""}), StartsWith("<?xml"));
    EXPECT_EQ(find_picture_format(".jpeg"), nullptr);
}

TEST(PictureFormats, KnowTheirOwnFiles) {
    for (const PictureFormat& format : picture_formats) {
        for (const PictureFormat& other : picture_formats)
            EXPECT_EQ(format.bytes_of(Drawing{10, 10, ""}).starts_with(other.beginning), &format == &other);
    }
}

}  // namespace
}  // namespace fabricmap::picture
