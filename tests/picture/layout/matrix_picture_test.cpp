// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/matrix_picture.hpp"

#include "picture/layout/run_words.hpp"
#include "tests/not_measured.hpp"
#include "tests/picture/shapes_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace fabricmap::picture {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::not_measured;
using testing::shapes_of;
using testing::text_with;
using testing::words_of;

MatrixPicture picture_of(const Matrix& matrix, const ValueRange& range, const NeverMeasured& never = {}) {
    MatrixPicture picture{{"sender"}, {"receiver"}, pyramid_of(matrix, never), {GreyScale(range)}};
    for (Eigen::Index rank = 0; rank < matrix.rows(); ++rank) {
        picture.down.labels.push_back(std::to_string(rank));
        picture.across.labels.push_back(std::to_string(rank));
    }
    return picture;
}

/// A matrix, drawn as the converter does.
struct Drawn {
    Sheet sheet{"a title"};
    MatrixPicture picture;
    Drawing drawing;

    Drawn(const Matrix& matrix, const ValueRange& range, const NeverMeasured& never = {}, int wanted = 400,
          bool whole = true)
        : picture(picture_of(matrix, range, never)) {
        describe_cells(sheet, picture.legend, matrix, never);
        drawing = drawing_of(sheet, picture, natural_view(picture, wanted, whole));
    }
    [[nodiscard]] Cells matrix() const { return shapes_of<Cells>(drawing).front(); }
};

TEST(MatrixPicture, ShowsEachCellInItsPlace) {
    Matrix plane(4, 4);
    plane.setConstant(1e-6);
    plane(2, 1) = 2e-6;    // black
    plane(0, 3) = 1.5e-6;  // half
    const Cells cells = Drawn(plane, {1e-6, 2e-6}).matrix();
    ASSERT_EQ(cells.shades->width, 400);
    ASSERT_EQ(cells.box.width, 400);
    const auto shade_at = [&](int row, int column) {
        return int{
            cells.shades->pixels[static_cast<std::size_t>((row * 100 + 50) * 400 + column * 100 + 50)]};
    };
    EXPECT_EQ(shade_at(2, 1), 239);
    EXPECT_EQ(shade_at(0, 3), 120);
    EXPECT_EQ(shade_at(1, 2), 0);
}

TEST(MatrixPicture, KeepsAMarginAllAround) {
    for (const int ranks : {1, 2, 7, 100}) {
        MatrixPicture picture = picture_of(Matrix::Constant(ranks, ranks, not_measured), {0, 1});
        picture.down.blocks = {{0, ranks, "a-host-with-quite-a-long-name.of.a.domain"}};
        picture.across.blocks = picture.down.blocks;
        picture.marks = {{1, "a-part-with-a-long-name", {{0, 1}}, {{0, 1}}, {}}};
        const Drawing drawing = drawing_of({"a title"}, picture, natural_view(picture, 200, true));
        for (const Text& text : shapes_of<Text>(drawing)) {
            EXPECT_GE(text.at.x, 10) << text.words;
            EXPECT_LE(text.at.x, drawing.width - 10) << text.words;
            EXPECT_GE(text.at.y, 10) << text.words;
            EXPECT_LE(text.at.y, drawing.height - 10) << text.words;
        }
    }
}

TEST(MatrixPicture, GrowsWithTheRanksUnlessAskedThatTheyMaySharePixels) {
    const Matrix plane = Matrix::Constant(900, 900, 1);
    EXPECT_EQ(Drawn(plane, {0, 1}, {}, 300, true).matrix().box.width, 900);
    EXPECT_EQ(Drawn(plane, {0, 1}, {}, 300, false).matrix().box.width, 300);
}

TEST(MatrixPicture, SaysWhatItsCellsAre) {
    Matrix plane = Matrix::Constant(3, 3, 2e-6);
    plane(0, 1) = not_measured;
    plane(1, 0) = 3e-6;
    const auto words = words_of(Drawn(plane, {2e-6, 2.5e-6}, {true, -1}).drawing);
    EXPECT_THAT(words, Contains("from 2 µs to 3 µs"));
    EXPECT_THAT(words, Contains("1 not measured"));
    EXPECT_THAT(words, Contains("slower, and beyond"));
    EXPECT_THAT(words, Contains("faster"));
}

TEST(MatrixPicture, SurvivesAPlaneInWhichNothingWasMeasured) {
    const Drawn drawn(Matrix::Constant(3, 3, not_measured), {0, 0}, {true, -1});
    EXPECT_THAT(words_of(drawn.drawing), Contains("nothing was measured here"));
    EXPECT_GT(drawn.drawing.width, 400);
}

TEST(MatrixPicture, MarksWhereFindingsLie) {
    Drawn drawn(Matrix::Constant(4, 4, 1), {0, 1});
    drawn.picture.marks = {{3, "node2", {{2, 1}}, {}, {}}, {4, "a - b", {}, {}, {{{0, 1}, {3, 1}}}}};
    const Drawing drawing = drawing_of(drawn.picture, whole_view(*drawn.picture.cells, 0.01, 0.01));
    const Box matrix = shapes_of<Cells>(drawing).front().box;
    const Text name = text_with(drawing, "node2");
    EXPECT_GT(name.at.x, matrix.right()) << "beside its row";
    EXPECT_NEAR(name.at.y, matrix.y + 250, 10);
    std::vector<std::array<long, 4>> outlines;  // tenths
    for (const Path& path : shapes_of<Path>(drawing)) {
        if (!path.is_closed || !path.pen || path.pen->ink != Ink::mark) continue;
        const auto [left, top] = path.points[0];
        const auto [right, bottom] = path.points[2];
        outlines.push_back({std::lround(10 * (left - matrix.x)), std::lround(10 * (top - matrix.y)),
                            std::lround(10 * (right - left)), std::lround(10 * (bottom - top))});
    }
    EXPECT_THAT(outlines, ElementsAre(std::array<long, 4>{-25, 1975, 4050, 1050},
                                      std::array<long, 4>{2975, -25, 1050, 1050}));
}

TEST(MatrixPicture, RingsAreSeenAtAnyNumberOfRanks) {
    const Drawn one(Matrix::Constant(4, 4, 1), {0, 1});
    for (const std::int64_t ranks : {100, 4096, 65536}) {
        const double each = static_cast<double>(ranks) / 400;
        const View view{{0, each, 400}, {0, each, 400}};
        const Box matrix{50, 60, 400, 400};
        Drawing drawing;
        MarksLayout({{1, "a - b", {}, {}, {{{ranks / 2, 1}, {ranks / 4, 1}}}}}, matrix, view).draw(drawing);
        const auto circles = shapes_of<Circle>(drawing);
        ASSERT_GE(circles.size(), 2U);
        EXPECT_NEAR(circles[0].centre.x, 150, 3) << ranks;
        EXPECT_NEAR(circles[0].centre.y, 260, 3) << ranks;
        EXPECT_GE(2 * circles[0].radius, 14) << ranks;
    }
}

TEST(FittingView, FillsTheDrawingAndKeepsCellsSquare) {
    for (const double width : {640.0, 1280.0, 2560.0}) {
        Drawn drawn(Matrix::Constant(8, 8, 1), {0, 1});
        drawn.sheet.size = Extent{width, width * 3 / 4};
        const Drawing drawing = drawing_of(drawn.sheet, drawn.picture);
        EXPECT_EQ(drawing.width, width);
        const Box matrix = shapes_of<Cells>(drawing).front().box;
        EXPECT_EQ(matrix.width, matrix.height);
        EXPECT_LE(matrix.bottom(), drawing.height) << width;
        EXPECT_GT(matrix.height, drawing.height / 2) << width;
    }
}

TEST(FittingView, ShowsAPartOfTheMatrixLarger) {
    MatrixPicture picture = picture_of(Matrix::Constant(8, 8, 1), {0, 1});
    picture.region = CellRegion{2, 4, 4, 4};
    const View view = fitting_view(picture, {900, 700});
    EXPECT_DOUBLE_EQ(view.down.cell_at(0), 2);
    EXPECT_DOUBLE_EQ(view.across.cell_at(0), 4);
    EXPECT_DOUBLE_EQ(view.down.cell_at(view.down.pixels), 6);
}

}  // namespace
}  // namespace fabricmap::picture
