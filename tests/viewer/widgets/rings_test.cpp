// SPDX-License-Identifier: Apache-2.0
// One slow link among many ranks is seen in the first map: 4096, or RANKS=NUMBER in the environment. With
// SCREENS=FOLDER the pictures are left there.
#include "picture/layout/marks.hpp"
#include "picture/shapes/inks.hpp"
#include "viewer/widgets/main_window.hpp"

#include <gtest/gtest.h>

#include <QTest>
#include <cmath>
#include <numbers>

namespace fabricmap::viewer {
namespace {

constexpr int reading_patience_ms = 600000;

bool is_mark(QRgb pixel) {
    const picture::Colour mark = picture::paper_colour(picture::Ink::mark);
    constexpr int blurred = 28;  // the orange of slow pairs is farther off
    return std::abs(qRed(pixel) - mark.red) < blurred && std::abs(qGreen(pixel) - mark.green) < blurred &&
           std::abs(qBlue(pixel) - mark.blue) < blurred;
}

/// Of a ring's circumference the part that has the colour of marks.
double ring_fraction(const QImage& image, const QPointF& centre, double radius, double ratio) {
    constexpr int steps = 72;
    int seen = 0;
    for (int step = 0; step < steps; ++step) {
        const double angle = 2 * std::numbers::pi * step / steps;
        const QPointF place = ratio * (centre + radius * QPointF(std::cos(angle), std::sin(angle)));
        const QPoint pixel(static_cast<int>(place.x()), static_cast<int>(place.y()));
        seen += is_mark(image.pixel(pixel)) ? 1 : 0;
    }
    return static_cast<double>(seen) / steps;
}

/// The map that a run opens with, at one of the sizes.
class FirstMap {
  public:
    explicit FirstMap(const QString& source) {
        window_.resize(1280, 800);
        window_.show();
        window_.open({source});
    }
    /// With the map in front, and what stands out in it looked up: it is that once the window has been told
    /// that the plane is whole, which is later than that it is.
    bool waits_for(Content content) {
        const Session& session = window_.session();
        const bool is_there = QTest::qWaitFor(
            [&] {
                const auto plane = session.reader.plane();
                return plane && plane->pyramid().is_complete() &&
                       session.selection.choice().content == content &&
                       !window_.views().matrix().areas().empty();
            },
            reading_patience_ms);
        window_.show_map();
        return is_there;
    }
    /// How much of a ring is seen at that cell.
    double ring_at(const Cell& cell) {
        MatrixView& view = window_.views().matrix();
        const picture::View seen = view.viewport().view();
        const QPointF centre(
            view.matrix().left() + seen.across.pixel_at(static_cast<double>(cell.column) + 0.5),
            view.matrix().top() + seen.down.pixel_at(static_cast<double>(cell.row) + 0.5));
        return ring_fraction(view.grab().toImage(), centre, picture::badge_radius * view.unit(),
                             view.devicePixelRatioF());
    }
    void keep(const QString& name) {
        const QString folder = qEnvironmentVariable("SCREENS");
        if (!folder.isEmpty()) window_.grab().save(QStringLiteral("%1/%2.png").arg(folder, name));
    }
    MainWindow& window() noexcept { return window_; }

  private:
    MainWindow window_{false};
};

constexpr Cell slow_link{1234, 3210};
constexpr Cell healthy_link{100, 2000};
constexpr double whole_ring = 0.7;

QString with_a_slow_link(int hosts) {
    return QStringLiteral(
               "synthetic:fat-tree,hosts=%1,leaf=32;noise,1%;fault,slow-link,sender=%2,receiver=%3,"
               "factor=10;sweep,lengths=64K")
        .arg(hosts)
        .arg(slow_link.row)
        .arg(slow_link.column);
}

TEST(FirstMapOfManyRanks, RingsTheSlowLinkBeforeAndAfterFaultsAreLookedFor) {
    bool is_number = false;
    const int asked = qEnvironmentVariableIntValue("RANKS", &is_number);
    FirstMap map(with_a_slow_link(is_number ? asked : 4096));
    Session& session = map.window().session();
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.document.is_open(); }, reading_patience_ms));
    session.diagnosis.cancel();
    ASSERT_TRUE(map.waits_for(Content::delay));
    map.keep("before");
    EXPECT_GT(map.ring_at(slow_link), whole_ring);
    EXPECT_LT(map.ring_at(healthy_link), 0.2);
    session.diagnosis.start(session.selection.run());
    ASSERT_TRUE(map.waits_for(Content::expected));
    map.keep("after");
    EXPECT_GT(map.ring_at(slow_link), whole_ring);
    EXPECT_LT(map.ring_at(healthy_link), 0.2);
    Levels levels;
    levels.robust = true;
    session.selection.set_levels(levels);
    EXPECT_GT(map.ring_at(slow_link), whole_ring) << "without outliers";
    map.window().views().show_findings(false);
    EXPECT_LT(map.ring_at(slow_link), 0.2);
}

}  // namespace
}  // namespace fabricmap::viewer
