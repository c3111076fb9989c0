// SPDX-License-Identifier: Apache-2.0
// One slow link among many ranks is seen in the first map.
#include "viewer/painting/overlay.hpp"
#include "viewer/widgets/main_window.hpp"

#include <gtest/gtest.h>

#include <QTest>
#include <cmath>
#include <numbers>

namespace fabricmap::viewer {
namespace {

constexpr int reading_patience_ms = 600000;

/// Of a ring's circumference the part where the picture is black between white on both sides.
double ring_fraction(const QImage& image, const QPointF& centre, double ratio) {
    constexpr int steps = 72;
    int seen = 0;
    for (int step = 0; step < steps; ++step) {
        const double angle = 2 * std::numbers::pi * step / steps;
        const auto grey_at = [&](double radius) {
            const QPointF place = ratio * (centre + radius * QPointF(std::cos(angle), std::sin(angle)));
            return qGray(image.pixel(static_cast<int>(place.x()), static_cast<int>(place.y())));
        };
        seen += grey_at(ring_diameter / 2) < 100 && grey_at(ring_diameter / 2 - 1.5) > 150 ? 1 : 0;
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
    bool waits_for(Content content) {
        const Session& session = window_.session();
        return QTest::qWaitFor(
            [&] {
                const auto plane = session.reader.plane();
                return plane && plane->pyramid().is_complete() &&
                       session.selection.choice().content == content;
            },
            reading_patience_ms);
    }
    /// How much of a ring is seen at that cell.
    double ring_at(const Cell& cell) {
        MatrixView& view = window_.views().matrix();
        const picture::View seen = view.viewport().view();
        const QPointF centre(
            view.matrix().left() + seen.across.pixel_at(static_cast<double>(cell.column) + 0.5),
            view.matrix().top() + seen.down.pixel_at(static_cast<double>(cell.row) + 0.5));
        return ring_fraction(view.grab().toImage(), centre, view.devicePixelRatioF());
    }
    MainWindow& window() noexcept { return window_; }

  private:
    MainWindow window_{false};
};

constexpr Cell slow_link{1234, 3210};
constexpr Cell healthy_link{100, 2000};
constexpr double whole_ring = 0.8;

QString with_a_slow_link(int hosts) {
    return QStringLiteral(
               "synthetic:fat-tree,hosts=%1,leaf=32;noise,1%;fault,slow-link,sender=%2,receiver=%3,"
               "factor=10;sweep,lengths=64K")
        .arg(hosts)
        .arg(slow_link.row)
        .arg(slow_link.column);
}

TEST(FirstMapOfManyRanks, RingsTheSlowLinkOf4096Ranks) {
    FirstMap map(with_a_slow_link(4096));
    ASSERT_TRUE(map.waits_for(Content::expected));
    EXPECT_GT(map.ring_at(slow_link), whole_ring);
    EXPECT_LT(map.ring_at(healthy_link), 0.2);
    Levels levels;
    levels.robust = true;
    map.window().session().selection.set_levels(levels);
    EXPECT_GT(map.ring_at(slow_link), whole_ring) << "without outliers";
    map.window().views().show_findings(false);
    EXPECT_LT(map.ring_at(slow_link), 0.2);
}

}  // namespace
}  // namespace fabricmap::viewer
