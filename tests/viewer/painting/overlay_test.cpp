// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/overlay.hpp"

#include "viewer/reading/slowest_pairs.hpp"

#include <gtest/gtest.h>

#include <QImage>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace fabricmap::viewer {
namespace {

constexpr int side = 300;

/// 30 × 30 cells of 10 pixels on a ground of one grey.
QImage painted_overlay(int ground, std::span<const FindingArea> areas) {
    QImage image(side, side, QImage::Format_RGB32);
    image.fill(QColor(ground, ground, ground));
    QPainter painter(&image);
    const picture::AxisView axis{0, 0.1, side};
    paint_overlay(painter, image.rect(), {axis, axis}, areas);
    return image;
}

TEST(Overlay, HasBlackAndWhiteAtItsEdgeWhateverTheGround) {
    const std::array areas{FindingArea{10, 5, 10, 8, 0}};
    for (const int ground : {0, 128, 255}) {
        const QImage image = painted_overlay(ground, areas);
        int darkest = 255;
        int lightest = 0;
        // Across the right edge, which lies at x = 180.
        for (int x = 174; x < 186; ++x) {
            darkest = std::min(darkest, qGray(image.pixel(x, 125)));
            lightest = std::max(lightest, qGray(image.pixel(x, 125)));
        }
        EXPECT_EQ(darkest, 0) << ground;
        EXPECT_EQ(lightest, 255) << ground;
        EXPECT_EQ(qGray(image.pixel(160, 135)), ground) << "the cells themselves stay seen";
        EXPECT_EQ(qGray(image.pixel(200, 125)), ground);
    }
}

TEST(Overlay, GivesASingleCellOfAHugeMatrixAnOutlineThatIsSeen) {
    QImage image(side, side, QImage::Format_RGB32);
    image.fill(QColor(128, 128, 128));
    QPainter painter(&image);
    const picture::AxisView axis{0, 16384.0 / side, side};
    const std::array areas{FindingArea{8192, 1, 8192, 1, 0}};
    paint_overlay(painter, image.rect(), {axis, axis}, areas);
    int changed = 0;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) changed += qGray(image.pixel(x, y)) != 128 ? 1 : 0;
    }
    EXPECT_GT(changed, 40);
    // Around the cell, not on it: black on a circle, nothing in the middle.
    const int cell = side / 2;
    EXPECT_EQ(qGray(image.pixel(cell, cell)), 128);
    for (const auto& [x, y] : {std::pair{8, 0}, {-8, 0}, {0, 8}, {0, -8}})
        EXPECT_LT(qGray(image.pixel(cell + x, cell + y)), 100) << x << ' ' << y;
}

TEST(Overlay, HasARingWithoutANumberAroundAPairWithoutAFinding) {
    const std::array areas{FindingArea{10, 1, 10, 1, no_finding}};
    const QImage image = painted_overlay(128, areas);
    // At 105, 105, with nothing beyond it.
    EXPECT_LT(qGray(image.pixel(113, 105)), 100);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            if (std::hypot(x - 105, y - 105) <= 13) continue;
            ASSERT_EQ(qGray(image.pixel(x, y)), 128) << x << ' ' << y;
        }
    }
}

/// Boxes of labels: white with a black frame, so many lines of pixels that are white from end to end.
int white_pixels(const QImage& image) {
    int white = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) white += qGray(image.pixel(x, y)) == 255 ? 1 : 0;
    }
    return white;
}

TEST(Overlay, NumbersEachOfSeveralFindingsInOnePlace) {
    // The outlines are one; each further number adds a box of its own.
    std::vector<FindingArea> areas{{10, 1, 10, 1, 0}};
    int before = white_pixels(painted_overlay(128, areas));
    for (std::size_t finding = 1; finding < 5; ++finding) {
        areas.push_back({10, 1, 10, 1, finding});
        const int now = white_pixels(painted_overlay(128, areas));
        EXPECT_GT(now, before + 50) << finding;
        before = now;
    }
}

TEST(Overlay, LeavesOutWhatIsNotInView) {
    const std::array areas{FindingArea{100, 5, 100, 5, 0}};
    EXPECT_EQ(painted_overlay(200, areas), painted_overlay(200, {}));
}

}  // namespace
}  // namespace fabricmap::viewer
