// SPDX-License-Identifier: Apache-2.0
// What stands beside the matrix, and leads to it.
#include "tests/viewer/widgets/opened_window.hpp"
#include "viewer/models/host_model.hpp"
#include "viewer/widgets/memory.hpp"
#include "viewer/widgets/progress_line.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QTimer>

namespace fabricmap::viewer {
namespace {

TEST_F(MainWindowTest, GoesToAPairOfHostsThatAreTyped) {
    open({"synthetic:two_racks"});
    QTimer::singleShot(200, [] {
        QWidget* const dialog = QApplication::activeModalWidget();
        ASSERT_NE(dialog, nullptr);
        QTest::keyClicks(dialog->focusWidget(), "node05");
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
        QTest::keyClicks(dialog->focusWidget(), "nowhere");
        auto* const accept = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        EXPECT_FALSE(accept->isEnabled());
        qobject_cast<QLineEdit*>(dialog->focusWidget())->clear();
        QTest::keyClicks(dialog->focusWidget(), "3");
        EXPECT_TRUE(accept->isEnabled());
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
    });
    press(QKeySequence("Ctrl+G"));
    EXPECT_EQ(selection.selected(), (Pair{5, 3}));
}

TEST_F(MainWindowTest, ShowsTheHostsOfThePairOverTheRunsThatAreOpen) {
    const QString tree = "synthetic:fat-tree,hosts=24,leaf=6;noise,5%;sweep,lengths=0,64K,seed=%1%2";
    open({tree.arg(1).arg(""), tree.arg(2).arg(";fault,slow-receiver,host=5,factor=2"),
          tree.arg(3).arg(";fault,slow-receiver,host=5,factor=3")});
    auto* const panel = window.findChild<QDockWidget*>("history");
    auto* const plot = panel->findChild<CurvePlot*>();
    EXPECT_TRUE(window.session().history.runs().empty()) << "nobody looks at them yet";
    panel->raise();
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.session().history.runs().size() == 3; }, patience_ms));
    selection.select({2, 5});
    plot->setFocus();
    plot->set_current(2);
    QTest::keyClick(plot, Qt::Key_Down);
    const QString words = plot->accessibleDescription();
    EXPECT_NEAR(words.section("node05 receives: ", 1).section(' ', 0, 0).toDouble(), 3, 0.4)
        << words.toStdString();
    if (qEnvironmentVariableIsSet("SCREENS"))
        window.grab().save(qEnvironmentVariable("SCREENS") + "/history.png");
}

TEST_F(MainWindowTest, ListsTheHostsAndGoesToTheRowsOfOne) {
    open({"synthetic:fat_tree_faulty"});
    auto* const panel = window.findChild<QDockWidget*>("hosts");
    panel->raise();
    auto* const table = panel->findChild<QTableView*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() == 64; }, patience_ms));
    const QModelIndex first = table->model()->index(0, HostModel::host);
    EXPECT_EQ(first.data().toString(), "node30") << "what is faulty stands first";
    emit table->activated(first);
    EXPECT_EQ(selection.selected().sender, 30);
    // The slowest that it sends goes to a host below the slow switch.
    EXPECT_GE(selection.selected().receiver, 16);
    EXPECT_LE(selection.selected().receiver, 23);
    EXPECT_LE(window.views().matrix().viewport().visible().columns, 40);
    panel->findChild<QLineEdit*>()->setText("node4");
    EXPECT_EQ(table->model()->rowCount(), 10);
}

TEST_F(MainWindowTest, HasACardOfThePairUnderTheCursorOnceItRests) {
    open({"synthetic:fat_tree_faulty"});
    MatrixView& matrix = window.views().matrix();
    auto* const card = window.findChild<QLabel*>("hover_card");
    const auto at = [&](double row, double column) {
        const double cell = matrix.matrix().width() / 64.0;
        return matrix.matrix().topLeft() + QPointF((column + 0.5) * cell, (row + 0.5) * cell);
    };
    const auto move_to = [&](const QPointF& place) {
        QMouseEvent move(QEvent::MouseMove, place, matrix.mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(&matrix, &move);
    };
    move_to(at(30, 5));
    EXPECT_FALSE(card->isVisible());
    ASSERT_TRUE(QTest::qWaitFor([&] { return card->isVisible(); }, patience_ms));
    EXPECT_TRUE(card->text().startsWith("rank 30 on node30 → rank 5 on node05\n"))
        << card->text().toStdString();
    EXPECT_TRUE(card->text().contains("as long as expected"));
    EXPECT_TRUE(matrix.rect().contains(card->geometry()));
    move_to(at(63, 63));
    EXPECT_FALSE(card->isVisible());
    ASSERT_TRUE(QTest::qWaitFor([&] { return card->isVisible(); }, patience_ms));
    EXPECT_TRUE(matrix.rect().contains(card->geometry()));
    move_to({1, 1});
    EXPECT_FALSE(card->isVisible());
}

TEST_F(MainWindowTest, CopiesATicketOfTheFirstFinding) {
    open({"synthetic:fat_tree_faulty"});
    auto* const panel = window.findChild<QDockWidget*>("findings");
    const auto buttons = panel->findChildren<QPushButton*>();
    const auto copy = std::find_if(buttons.begin(), buttons.end(),
                                   [](const QPushButton* button) { return button->isVisible(); });
    ASSERT_NE(copy, buttons.end());
    (*copy)->click();
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith(
        "switch of node[16-23] sends and receives 2 times slower"));
}

TEST_F(MainWindowTest, SaysInOneLineWhatGoesOnAndEndsItWhereAsked) {
    auto* const line = window.findChild<ProgressLine*>();
    EXPECT_FALSE(line->isVisible());
    window.open({"synthetic:fat_tree"});
    EXPECT_TRUE(line->isVisible());
    ASSERT_TRUE(QTest::qWaitFor([&] { return line->words() == "Looking for faults"; }, patience_ms));
    line->cancel().click();
    EXPECT_FALSE(line->isVisible());
    EXPECT_FALSE(window.session().diagnosis.is_busy());
    EXPECT_FALSE(window.messages().isVisible());
    EXPECT_EQ(selection.choice().content, Content::delay);
}

TEST_F(MainWindowTest, GoesBackToPairsSelectedBefore) {
    open({"synthetic:two_racks"});
    selection.select({3, 9});
    selection.select({4, 10});
    press(QKeySequence::Undo);
    EXPECT_EQ(selection.selected(), (Pair{3, 9}));
    EXPECT_EQ(window.views().matrix().picked(), (Cell{3, 9}));
    press(QKeySequence::Redo);
    EXPECT_EQ(selection.selected(), (Pair{4, 10}));
    press(QKeySequence::Undo);
    press(QKeySequence::Undo);
    EXPECT_EQ(selection.selected(), (Pair{0, 1}));
    press(QKeySequence::Undo);
    EXPECT_EQ(selection.selected(), (Pair{0, 1}));
}

TEST_F(MainWindowTest, LeavesOneThingAfterTheOtherByEscape) {
    open({"synthetic:two_racks"});
    window.views().matrix().show_area({2, 5, 2, 5});
    window.messages().show_message("something");
    window.views().matrix().setFocus();
    QTest::keyClick(&window.views().matrix(), Qt::Key_Escape);
    EXPECT_FALSE(window.messages().isVisible());
    EXPECT_FALSE(window.views().matrix().viewport().is_fitted());
    QTest::keyClick(&window.views().matrix(), Qt::Key_Escape);
    EXPECT_TRUE(window.views().matrix().viewport().is_fitted());
}

TEST_F(MainWindowTest, ShowsTheVisibleCellsAsATable) {
    open({"synthetic:two_racks"});
    window.findChild<QDockWidget*>("cells")->show();
    auto* const table = window.findChild<QDockWidget*>("cells")->findChild<QTableView*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() > 0; }, patience_ms));
    EXPECT_EQ(table->model()->rowCount(), selection.endpoint_count());
    window.views().matrix().show_area({4, 5, 6, 5});
    EXPECT_LE(table->model()->rowCount(), 12);
    selection.select({5, 7});
    EXPECT_TRUE(table->currentIndex().data(Qt::AccessibleTextRole).toString().contains("rank 5"));
}

}  // namespace
}  // namespace fabricmap::viewer
