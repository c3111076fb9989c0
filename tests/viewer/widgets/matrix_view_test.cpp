// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/matrix_view.hpp"

#include "tests/not_measured.hpp"
#include "viewer/painting/axis_names.hpp"
#include "viewer/painting/figure.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <cmath>

namespace fabricmap::viewer {
namespace {

using testing::not_measured;

using picture::GreyScale;
using picture::Palette;
using picture::Pyramid;
using picture::Scale;
using picture::Shades;

std::vector<Endpoint> endpoints(int count) {
    std::vector<Endpoint> names;
    for (int i = 0; i < count; ++i) names.push_back({"rank " + std::to_string(i), std::to_string(i), ""});
    return names;
}

/// A view on `side` × `side` cells in a window of that size.
struct Shown {
    Shown(std::shared_ptr<const Pyramid> cells, const GreyScale& scale, Palette palette = Palette::grey)
        : pyramid(std::move(cells)) {
        const auto names = endpoints(static_cast<int>(pyramid->rows()));
        view.resize(700, 600);
        const auto [senders, receivers] = axes_of(names);
        view.set_axes(senders, receivers);
        view.set_cells({pyramid, nullptr, picture::Legend{scale, palette}, picture::Fold::maximum});
        view.show();
        static_cast<void>(QTest::qWaitForWindowExposed(&view));
    }
    [[nodiscard]] QImage picture() { return view.grab().toImage().convertToFormat(QImage::Format_RGB32); }

    std::shared_ptr<const Pyramid> pyramid;
    MatrixView view{"Matrix", true};
};

std::shared_ptr<Pyramid> pyramid_of(const Matrix& cells, bool without_diagonal = false) {
    auto pyramid =
        std::make_shared<Pyramid>(cells.rows(), cells.cols(), picture::NeverMeasured{without_diagonal, -1});
    pyramid->append(cells);
    return pyramid;
}

Matrix delays(std::int64_t side) {
    Matrix cells(side, side);
    for (Eigen::Index row = 0; row < side; ++row) {
        for (Eigen::Index column = 0; column < side; ++column) {
            cells(row, column) = 1e-6 * (1 + static_cast<double>((row * 7 + column * 13) % 50));
        }
    }
    cells(2, 3) = not_measured;
    return cells;
}

TEST(MatrixView, PaintsEveryPixelOfEveryCellInItsShade) {
    constexpr std::int64_t side = 8;
    const Matrix cells = delays(side);
    for (const Scale kind : {Scale::linear, Scale::logarithmic}) {
        for (const Palette palette : {Palette::grey, Palette::viridis, Palette::cividis}) {
            const GreyScale scale({2e-6, 40e-6}, kind);
            Shown shown(pyramid_of(cells, true), scale, palette);
            const QImage image = shown.picture();
            const double ratio = shown.view.devicePixelRatioF();
            const QRect matrix = shown.view.matrix();
            const auto colours = picture::colours_of(palette);
            const double cell = matrix.width() * ratio / side;
            int compared = 0;
            for (int y = 0; y < matrix.height() * ratio; ++y) {
                for (int x = 0; x < matrix.width() * ratio; ++x) {
                    const auto row = static_cast<Eigen::Index>(std::floor((y + 0.5) / cell));
                    const auto column = static_cast<Eigen::Index>(std::floor((x + 0.5) / cell));
                    // Cell (2,3) was not measured; it is hatched.
                    std::size_t shade = Shades::never;
                    if (row == 2 && column == 3) {
                        shade = (x + y) % 4 == 0 ? Shades::hatch : Shades::missing;
                    } else if (row != column) {
                        const auto value = static_cast<double>(static_cast<float>(cells(row, column)));
                        shade = static_cast<std::size_t>(std::lround(scale.position(value) * 239));
                    }
                    const auto& colour = colours[shade];
                    const QRgb pixel = image.pixel(static_cast<int>(matrix.x() * ratio) + x,
                                                   static_cast<int>(matrix.y() * ratio) + y);
                    ASSERT_EQ(pixel, qRgb(colour.red, colour.green, colour.blue))
                        << x << ' ' << y << " cell " << row << ' ' << column;
                    ++compared;
                }
            }
            EXPECT_GT(compared, 100000);
        }
    }
}

/// Moved, to a thousandth of a unit.
class Mover {
  public:
    Mover(const picture::Point& from, const picture::Point& to) : x_(to.x - from.x), y_(to.y - from.y) {}

    picture::Shape operator()(picture::Path path) const {
        for (picture::Point& point : path.points) point = moved(point);
        return path;
    }
    picture::Shape operator()(picture::Circle circle) const {
        circle.centre = moved(circle.centre);
        return circle;
    }
    picture::Shape operator()(picture::Text text) const {
        text.at = moved(text.at);
        return text;
    }
    picture::Shape operator()(picture::Cells cells) const {
        const auto [x, y] = moved({cells.box.x, cells.box.y});
        cells.box = {x, y, rounded(cells.box.width), rounded(cells.box.height)};
        return cells;
    }

  private:
    static double rounded(double length) { return std::round(length * 1000) / 1000; }
    [[nodiscard]] picture::Point moved(const picture::Point& point) const {
        return {rounded(point.x + x_), rounded(point.y + y_)};
    }
    double x_;
    double y_;
};

TEST(MatrixView, HasTheShapesAroundItsCellsThatFilesHave) {
    constexpr int side = 40;
    const std::vector<FindingArea> areas{{2, 1, 0, side, 0}, {30, 1, 7, 1, 1}, {5, 1, 33, 1, no_finding}};
    Shown shown(pyramid_of(delays(side), true), GreyScale({1e-6, 50e-6}));
    // A unit is a pixel.
    QFont font;
    font.setPixelSize(13);
    shown.view.setFont(font);
    shown.view.set_areas(areas);
    static_cast<void>(shown.picture());
    ASSERT_EQ(shown.view.unit(), 1);
    const auto names = endpoints(side);
    const auto [senders, receivers] = axes_of(names);
    picture::MatrixPicture picture{
        senders,        receivers, shown.pyramid, {GreyScale({1e-6, 50e-6})}, picture::Fold::maximum,
        marks_of(areas)};
    const picture::Drawing file = drawing_of(picture, shown.view.viewport().view());
    const picture::Box cells = std::get<picture::Cells>(file.shapes.front()).box;
    const QRect matrix = shown.view.matrix();
    const Mover to_window({cells.x, cells.y},
                          {static_cast<double>(matrix.x()), static_cast<double>(matrix.y())});
    const Mover nowhere({}, {});
    std::vector<picture::Shape> of_file;
    std::vector<picture::Shape> of_window;
    for (const picture::Shape& shape : file.shapes) of_file.push_back(std::visit(to_window, shape));
    // What lies under all others is the image that the window paints itself.
    of_file.erase(of_file.begin());
    for (const picture::Shape& shape : shown.view.frame().shapes)
        of_window.push_back(std::visit(nowhere, shape));
    EXPECT_GT(of_window.size(), 100U);
    EXPECT_TRUE(of_window == of_file);
}

class MatrixViewOfManyRanks : public ::testing::Test {
  protected:
    static constexpr std::int64_t side = 8192;
    static void SetUpTestSuite() {
        pyramid = std::make_shared<Pyramid>(side, side, picture::NeverMeasured{});
        Matrix rows = Matrix::Constant(64, side, 1e-6);
        for (std::int64_t row = 0; row < side; row += rows.rows()) {
            const bool has_slow = row <= slow_row && slow_row < row + rows.rows();
            if (has_slow) rows(slow_row - row, slow_column) = 9e-6;
            pyramid->append(rows);
            if (has_slow) rows(slow_row - row, slow_column) = 1e-6;
        }
    }
    static void TearDownTestSuite() { pyramid.reset(); }

    static constexpr std::int64_t slow_row = 5731;
    static constexpr std::int64_t slow_column = 4242;
    static inline std::shared_ptr<Pyramid> pyramid;
};

TEST_F(MatrixViewOfManyRanks, ShowsOneSlowCellWhenZoomedAllTheWayOut) {
    Shown shown(pyramid, GreyScale({1e-6, 9e-6}));
    const QImage image = shown.picture();
    const double ratio = shown.view.devicePixelRatioF();
    const QRect matrix = shown.view.matrix();
    int black = 0;
    for (int y = 0; y < matrix.height() * ratio; ++y) {
        for (int x = 0; x < matrix.width() * ratio; ++x) {
            const QRgb pixel = image.pixel(static_cast<int>(matrix.x() * ratio) + x,
                                           static_cast<int>(matrix.y() * ratio) + y);
            if (qRed(pixel) != 0) continue;
            ++black;
            const double cells = side / (matrix.width() * ratio);
            EXPECT_NEAR(y * cells, slow_row, 2 * cells);
            EXPECT_NEAR(x * cells, slow_column, 2 * cells);
        }
    }
    EXPECT_GE(black, 1);
}

TEST_F(MatrixViewOfManyRanks, ReadsAtMostFourValuesAPixelHoweverOneLooksAround) {
    Shown shown(pyramid, GreyScale({1e-6, 9e-6}));
    const auto look = [&] {
        static_cast<void>(shown.picture());
        EXPECT_LE(shown.view.values_read(), 4 * shown.view.pixels_drawn());
        EXPECT_GT(shown.view.values_read(), 0);
    };
    look();
    for (int step = 0; step < 40; ++step) {
        shown.view.zoom_in();
        look();
        QTest::keyClick(&shown.view, Qt::Key_Right, Qt::ControlModifier);
        QTest::keyClick(&shown.view, Qt::Key_Down, Qt::ControlModifier);
        look();
    }
    shown.view.fit();
    look();
}

TEST_F(MatrixViewOfManyRanks, TakesAtMostTwoPointTwoTimesThePlanesMemory) {
    EXPECT_LE(static_cast<double>(pyramid->bytes()), 2.2 * side * side * sizeof(float));
}

TEST(MatrixView, PicksTheCellThatIsClicked) {
    Shown shown(pyramid_of(delays(8)), GreyScale({1e-6, 50e-6}));
    QSignalSpy picked(&shown.view, &MatrixView::picked_by_user);
    const QRect matrix = shown.view.matrix();
    const int cell = matrix.width() / 8;
    QTest::mouseClick(&shown.view, Qt::LeftButton, {},
                      matrix.topLeft() + QPoint(5 * cell + cell / 2, 2 * cell + cell / 2));
    ASSERT_EQ(picked.count(), 1);
    EXPECT_EQ(picked[0][0].toLongLong(), 2);
    EXPECT_EQ(picked[0][1].toLongLong(), 5);
}

TEST(MatrixView, MovesThePickedCellByKeysAndStopsAtTheEdges) {
    Shown shown(pyramid_of(delays(30)), GreyScale({1e-6, 50e-6}));
    shown.view.set_picked(Cell{4, 4});
    QTest::keyClick(&shown.view, Qt::Key_Right);
    QTest::keyClick(&shown.view, Qt::Key_Down);
    EXPECT_EQ(shown.view.picked(), (Cell{5, 5}));
    QTest::keyClick(&shown.view, Qt::Key_PageDown);
    QTest::keyClick(&shown.view, Qt::Key_End);
    EXPECT_EQ(shown.view.picked(), (Cell{15, 29}));
    QTest::keyClick(&shown.view, Qt::Key_Right);
    EXPECT_EQ(shown.view.picked(), (Cell{15, 29}));
}

TEST(MatrixView, ZoomsToARectangleByMouseAndByKeys) {
    Shown shown(pyramid_of(delays(100)), GreyScale({1e-6, 50e-6}));
    const QRect matrix = shown.view.matrix();
    const auto at = [&](double row, double column) {
        return matrix.topLeft() + QPoint(static_cast<int>((column + 0.5) * matrix.width() / 100),
                                         static_cast<int>((row + 0.5) * matrix.height() / 100));
    };
    QTest::mousePress(&shown.view, Qt::LeftButton, Qt::ShiftModifier, at(20, 30));
    QTest::mouseMove(&shown.view, at(39, 49));
    // The offscreen platform sends no move with a button; the release tells the place as well.
    QMouseEvent move(QEvent::MouseMove, at(39, 49), shown.view.mapToGlobal(at(39, 49)), Qt::NoButton,
                     Qt::LeftButton, Qt::ShiftModifier);
    QCoreApplication::sendEvent(&shown.view, &move);
    QTest::mouseRelease(&shown.view, Qt::LeftButton, Qt::ShiftModifier, at(39, 49));
    EXPECT_NEAR(static_cast<double>(shown.view.viewport().visible().first_row), 20, 1);
    EXPECT_NEAR(static_cast<double>(shown.view.viewport().visible().columns), 20, 1);
    EXPECT_NEAR(static_cast<double>(shown.view.viewport().visible().first_column), 30, 1);

    QTest::keyClick(&shown.view, Qt::Key_0);
    EXPECT_TRUE(shown.view.viewport().is_fitted());
    shown.view.set_picked(Cell{50, 60});
    for (int step = 0; step < 9; ++step) {
        QTest::keyClick(&shown.view, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(&shown.view, Qt::Key_Down, Qt::ShiftModifier);
    }
    QTest::keyClick(&shown.view, Qt::Key_Return);
    const CellArea seen = shown.view.viewport().visible();
    // The window is not square: some rows or columns more fit in.
    EXPECT_EQ(std::min(seen.rows, seen.columns), 10);
    EXPECT_LE(seen.columns, 13);
    EXPECT_LE(seen.first_row, 50);
    EXPECT_GE(seen.first_row + seen.rows, 60);
    EXPECT_LE(seen.rows, 13);
    EXPECT_LE(seen.first_column, 60);
    EXPECT_GE(seen.first_column + seen.columns, 70);
}

TEST(MatrixView, KeepsTheCellUnderTheWheelWhileZooming) {
    Shown shown(pyramid_of(delays(400)), GreyScale({1e-6, 50e-6}));
    const QRect matrix = shown.view.matrix();
    const QPoint at = matrix.topLeft() + QPoint(matrix.width() / 3, matrix.height() / 4);
    const auto cell_at = [&] {
        const QPoint place = at - matrix.topLeft();
        return Cell{shown.view.viewport().row_at(place.y()), shown.view.viewport().column_at(place.x())};
    };
    const Cell before = cell_at();
    QWheelEvent wheel(at, shown.view.mapToGlobal(at), {}, {0, 480}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&shown.view, &wheel);
    EXPECT_EQ(cell_at(), before);
    EXPECT_LT(shown.view.viewport().visible().rows, 250);
}

TEST(MatrixView, HasTheWholeMatrixSmallBesideAPartOfIt) {
    Shown shown(pyramid_of(delays(400)), GreyScale({1e-6, 50e-6}));
    static_cast<void>(shown.picture());
    EXPECT_TRUE(shown.view.minimap().isEmpty());
    shown.view.show_area({0, 50, 0, 50});
    const QImage image = shown.picture();
    const QRectF map = shown.view.minimap();
    ASSERT_FALSE(map.isEmpty());
    EXPECT_TRUE(QRectF(shown.view.rect()).contains(map));
    EXPECT_FALSE(map.intersects(shown.view.matrix()));
    // The part that is seen is outlined at the upper left.
    const double ratio = shown.view.devicePixelRatioF();
    const auto has_accent = [&](const QPointF& place) {
        const QRgb accent = shown.view.palette().color(QPalette::Highlight).rgb();
        const QPoint at = (ratio * place).toPoint();
        return image.pixel(at) == accent || image.pixel(at - QPoint(1, 0)) == accent;
    };
    const CellArea seen = shown.view.viewport().visible();
    const double right = map.width() * static_cast<double>(seen.columns) / 400;
    EXPECT_TRUE(has_accent(map.topLeft() + QPointF(right, map.height() / 16)));
    EXPECT_FALSE(has_accent(map.center()));
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, map.center().toPoint());
    EXPECT_NEAR(static_cast<double>(shown.view.viewport().visible().first_row),
                200 - static_cast<double>(seen.rows) / 2, 12);
    EXPECT_NEAR(static_cast<double>(shown.view.viewport().visible().first_column),
                200 - static_cast<double>(seen.columns) / 2, 12);
    shown.view.fit();
    static_cast<void>(shown.picture());
    EXPECT_TRUE(shown.view.minimap().isEmpty());
}

TEST(MatrixView, KeepsItsPictureUntilThereAreNewCells) {
    Shown shown(pyramid_of(delays(8)), GreyScale({1e-6, 50e-6}));
    const QImage before = shown.picture();
    shown.view.set_cells({});
    EXPECT_EQ(shown.picture(), before);
}

TEST(MatrixView, ReportsItsNameAndTheCellToScreenReaders) {
    Shown shown(pyramid_of(delays(8)), GreyScale({1e-6, 50e-6}));
    EXPECT_EQ(shown.view.accessibleName(), "Matrix");
    shown.view.set_description("rank 3 → rank 7: 12 µs");
    EXPECT_EQ(shown.view.accessibleDescription(), "rank 3 → rank 7: 12 µs");
}

}  // namespace
}  // namespace fabricmap::viewer
