// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/machine_view.hpp"

#include "tests/viewer/widgets/opened_window.hpp"

#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QDockWidget>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

namespace fabricmap::viewer {
namespace {

class MachineTest : public MainWindowTest {
  protected:
    MachineView& machine = window.machine();

    void open_with_the_machine(const QString& source) {
        window.open({source});
        const auto is_judged = [&] { return selection.choice().content == Content::expected; };
        ASSERT_TRUE(QTest::qWaitFor([&] { return is_judged() && is_whole(); }, patience_ms));
    }
    void click(const diagnosis::MachinePlace& place) {
        QTest::mouseClick(&machine, Qt::LeftButton, {}, machine.place_of(place.box).center().toPoint());
    }
    template <typename Condition>
    const diagnosis::MachinePlace& place_where(Condition holds) {
        const auto& places = machine.picture().places;
        return *std::find_if(places.begin(), places.end(), holds);
    }
    int finding_in_the_list() {
        return window.findChild<QDockWidget*>("findings")
            ->findChild<QAbstractItemView*>()
            ->currentIndex()
            .row();
    }
};

TEST_F(MachineTest, ComesFirstWhereItHasFaultsAndSelectsThemInTheMapAndInTheFindings) {
    open_with_the_machine("synthetic:fat_tree_faulty");
    EXPECT_TRUE(machine.isVisible());
    EXPECT_FALSE(window.views().isVisible());
    // The faulty switch and the faulty host have the colour of faults.
    const QImage image = machine.grab().toImage();
    for (const std::size_t finding : {0U, 1U}) {
        const auto& place = place_where([&](const auto& one) { return one.finding == finding; });
        const QPointF corner = machine.place_of(place.box).topLeft() + QPointF(3, 3);
        const QColor colour = image.pixelColor((corner * image.devicePixelRatio()).toPoint());
        EXPECT_GT(colour.red() - colour.blue(), 100) << finding;
    }

    // A click.
    // The second is node30, which sends slowly.
    click(place_where([](const auto& place) { return place.finding == 1U; }));
    EXPECT_EQ(finding_in_the_list(), 1);
    EXPECT_EQ(machine.selected(), 1U);
    EXPECT_EQ(selection.selected().sender, 30);
    EXPECT_TRUE(machine.isVisible());
    ASSERT_TRUE(QTest::qWaitFor([&] { return is_whole(); }, patience_ms));
    click(place_where([](const auto& place) { return place.hosts == std::vector<int>{5}; }));
    EXPECT_EQ(selection.selected().sender, 5);
    EXPECT_FALSE(machine.selected());

    // Arrows lead from finding to finding.
    QTest::keyClick(&machine, Qt::Key_Right);
    EXPECT_EQ(machine.selected(), 0U);
    EXPECT_TRUE(machine.accessibleDescription().contains("node[16-23]"))
        << machine.accessibleDescription().toStdString();
    QTest::keyClick(&machine, Qt::Key_Right);
    EXPECT_EQ(finding_in_the_list(), 1);
    QTest::keyClick(&machine, Qt::Key_Left);
    EXPECT_EQ(finding_in_the_list(), 0);

    // What lies under the cursor is told.
    QSignalSpy told(&machine, &MachineView::status_changed);
    const auto& place = place_where([](const auto& one) { return one.hosts == std::vector<int>{5}; });
    const QPointF middle = machine.place_of(place.box).center();
    QMouseEvent move(QEvent::MouseMove, middle, machine.mapToGlobal(middle), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QCoreApplication::sendEvent(&machine, &move);
    ASSERT_EQ(told.count(), 1);
    EXPECT_EQ(told[0][0].toString(), "node05");
}

TEST_F(MachineTest, StaysBehindTheMapWhereNothingIsWrong) {
    open_with_the_machine("synthetic:two_racks");
    EXPECT_FALSE(machine.isVisible());
    EXPECT_TRUE(window.views().isVisible());
    EXPECT_FALSE(machine.picture().places.empty());
    press(QKeySequence("F7"));
    EXPECT_TRUE(machine.isVisible());
    press(QKeySequence("F2"));
    EXPECT_TRUE(window.views().matrix().isVisible());
}

}  // namespace
}  // namespace fabricmap::viewer
