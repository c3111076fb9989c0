// SPDX-License-Identifier: Apache-2.0
#include "tests/viewer/widgets/opened_window.hpp"
#include "viewer/models/host_model.hpp"
#include "viewer/widgets/memory.hpp"
#include "viewer/widgets/progress_line.hpp"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QTest>
#include <QTimer>
#include <cstdlib>
#include <filesystem>
#include <set>

namespace fabricmap::viewer {
namespace {

/// Actions of the menu and of the menus below it.
void collect(const QMenu& menu, QList<QAction*>& actions) {
    for (QAction* const action : menu.actions()) {
        if (action->menu() != nullptr) {
            actions << action;
            collect(*action->menu(), actions);
        } else if (!action->isSeparator()) {
            actions << action;
        }
    }
}

TEST_F(MainWindowTest, ReachesEveryActionByAKeyOrByTheLettersOfItsMenus) {
    QList<QAction*> actions;
    for (QAction* const menu : window.menuBar()->actions()) {
        EXPECT_TRUE(menu->text().contains('&')) << menu->text().toStdString();
        collect(*menu->menu(), actions);
    }
    EXPECT_GT(actions.size(), 20);
    std::set<QString> keys;
    for (QAction* const menu : window.menuBar()->actions()) {
        std::set<QChar> letters;
        for (const QAction* const action : menu->menu()->actions()) {
            const auto at = action->text().indexOf('&');
            if (at < 0 || action->isSeparator()) continue;
            EXPECT_TRUE(letters.insert(action->text()[at + 1].toLower()).second)
                << action->text().toStdString();
        }
    }
    for (const QAction* const action : actions) {
        const QString shortcut = action->shortcut().toString();
        // Panels are named by their titles; arrows lead to them in their menu.
        EXPECT_TRUE(!shortcut.isEmpty() || action->text().contains('&') || action->isCheckable())
            << action->text().toStdString();
        if (!shortcut.isEmpty()) {
            EXPECT_TRUE(keys.insert(shortcut).second) << shortcut.toStdString();
        }
    }
}

TEST_F(MainWindowTest, GivesEveryControlANameAndLetsTabReachIt) {
    open({"synthetic:two_racks"});
    std::set<QWidget*> reached;
    QWidget* at = &window;
    for (int step = 0; step < 500; ++step) {
        at = at->nextInFocusChain();
        reached.insert(at);
    }
    int controls = 0;
    for (QWidget* const widget : window.findChildren<QWidget*>()) {
        const bool is_control = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isVisibleTo(&window) &&
                                widget->isEnabled() &&
                                qobject_cast<QComboBox*>(widget->parent()) == nullptr &&
                                !widget->objectName().startsWith("qt_");
        if (!is_control) continue;
        ++controls;
        QAccessibleInterface* const interface = QAccessible::queryAccessibleInterface(widget);
        EXPECT_FALSE(interface->text(QAccessible::Name).isEmpty())
            << widget->metaObject()->className() << ' ' << widget->objectName().toStdString();
        EXPECT_TRUE(reached.contains(widget)) << widget->metaObject()->className();
    }
    EXPECT_GT(controls, 12);
}

TEST_F(MainWindowTest, SelectsInAllViewsWhatIsSelectedInOne) {
    open({"synthetic:two_racks"});
    selection.select({3, 9});
    EXPECT_EQ(window.views().matrix().picked(), (Cell{3, 9}));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return reader.cuts()->row.endpoint == 3 && reader.cuts()->column.endpoint == 9; },
        patience_ms));
    const auto k = static_cast<std::int64_t>(selection.length());
    EXPECT_EQ(window.views().row().picked(), (Cell{k, 9}));
    EXPECT_EQ(window.views().column().picked(), (Cell{k, 3}));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return QString::fromStdString(reader.curves().curves.back().name).contains('9'); },
        patience_ms));
    window.views().matrix().setFocus();
    QTest::keyClick(&window.views().matrix(), Qt::Key_Down);
    EXPECT_EQ(selection.selected(), (Pair{4, 9}));
}

TEST_F(MainWindowTest, ContinuesToARunOfFewerLengths) {
    open({"synthetic:two_racks", "synthetic:two_racks;sweep,lengths=0,1K"});
    selection.set_length(selection.lengths().size() - 1);
    Choice choice = selection.choice();
    choice.run = 1;
    selection.choose(choice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return selection.choice() == choice && is_whole(); }, patience_ms));
    EXPECT_EQ(selection.length(), 1U);
    EXPECT_EQ(window.views().lengths().track().value(), 1);
    EXPECT_EQ(reader.plane()->request().k, 1U);
}

TEST_F(MainWindowTest, StepsThroughLengthsByKeys) {
    open({"synthetic:two_racks"});
    const std::size_t before = selection.length();
    press(QKeySequence("Ctrl+."));
    EXPECT_EQ(selection.length(), before + 1);
    EXPECT_EQ(window.views().lengths().track().value(), static_cast<int>(before + 1));
    press(QKeySequence("Ctrl+,"));
    press(QKeySequence("Ctrl+,"));
    EXPECT_EQ(selection.length(), before - 1);
    ASSERT_TRUE(QTest::qWaitFor([&] { return is_whole(); }, patience_ms));
    press(QKeySequence("F8"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return selection.length() != before - 1; }, patience_ms));
    press(QKeySequence("F8"));
    EXPECT_FALSE(window.views().lengths().is_playing());
}

TEST_F(MainWindowTest, GoesToAPairThatIsTyped) {
    open({"synthetic:two_racks"});
    QTimer::singleShot(200, [] {
        QWidget* const dialog = QApplication::activeModalWidget();
        ASSERT_NE(dialog, nullptr);
        QTest::keyClicks(dialog->focusWidget(), "12");
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
        QTest::keyClicks(dialog->focusWidget(), "7");
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
    });
    press(QKeySequence("Ctrl+G"));
    EXPECT_EQ(selection.selected(), (Pair{12, 7}));
}

TEST_F(MainWindowTest, CopiesTheValueOfTheSelectedPair) {
    open({"synthetic:two_racks"});
    selection.select({2, 5});
    press(QKeySequence::Copy);
    const double value =
        selection.displayed().stack->pair(2, 5)(static_cast<Eigen::Index>(selection.length()));
    EXPECT_NEAR(QApplication::clipboard()->text().toDouble(), value, 1e-6 * value);
}

TEST_F(MainWindowTest, JumpsToFindingsAndOutlinesThem) {
    open({"synthetic:fat_tree_faulty"});
    const auto& findings = diagnosis()->findings;
    ASSERT_GE(findings.size(), 2U);
    press(QKeySequence("Ctrl+J"));
    press(QKeySequence("Ctrl+J"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return is_whole(); }, patience_ms));
    // The second is node30, which sends slowly.
    EXPECT_EQ(selection.selected().sender, 30);
    const QImage outlined = window.views().matrix().grab().toImage();
    press(QKeySequence("Ctrl+F"));
    EXPECT_NE(window.views().matrix().grab().toImage(), outlined);
}

TEST_F(MainWindowTest, ReportsInTheWindowWhatCannotBeOpened) {
    window.open({"/nowhere/run.nc"});
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.messages().isVisible(); }, patience_ms));
    EXPECT_TRUE(window.messages().words().contains("/nowhere/run.nc"));
    open({"synthetic:two_racks"});
    EXPECT_FALSE(window.messages().isVisible());
}

TEST_F(MainWindowTest, OpensWhatIsDroppedOnIt) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile("/nowhere/dropped.nc")});
    QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &drop);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.messages().isVisible(); }, patience_ms));
    EXPECT_TRUE(window.messages().words().contains("/nowhere/dropped.nc"));
}

TEST_F(MainWindowTest, ExportsWhatIsSeenAsPictureAndNumbers) {
    open({"synthetic:two_racks"});
    Choice choice = selection.choice();
    choice.content = Content::delay;
    selection.choose(choice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return selection.choice() == choice && is_whole(); }, patience_ms));
    for (const char* const name : {"a.png", "a.svg", "a.csv"}) {
        const QString path = QString::fromStdString((temporary / name).string());
        QTimer::singleShot(200, [path] {
            QWidget* const dialog = QApplication::activeModalWidget();
            ASSERT_NE(dialog, nullptr);
            auto* const line = dialog->findChild<QLineEdit*>();
            line->setFocus();
            QTest::keyClicks(line, path);
            QTest::keyClick(line, Qt::Key_Return);
        });
        press(QKeySequence("Ctrl+E"));
        EXPECT_GT(std::filesystem::file_size(temporary / name), 100U) << name;
    }
    QImage picture(QString::fromStdString((temporary / "a.png").string()));
    EXPECT_GT(picture.width(), 600);
}

TEST(MainWindowMemory, BringsBackWhatWasOpenAndTheFilesOpenedLately) {
    QSettings().clear();
    CellArea seen;
    {
        MainWindow window(true);
        window.show();
        window.open({"synthetic:two_racks"});
        ASSERT_TRUE(QTest::qWaitFor([&] { return window.session().document.is_open(); }, patience_ms));
        Choice choice = window.session().selection.choice();
        choice.statistic = Statistic::maximum;
        choice.order = Order::host;
        window.session().selection.choose(choice);
        window.session().selection.set_length(3);
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return window.session().selection.choice() == choice; }, patience_ms));
        window.session().selection.select({7, 2});
        window.session().selection.set_palette(picture::Palette::cividis);
        ASSERT_TRUE(QTest::qWaitFor([&] { return window.session().reader.plane() != nullptr; }, patience_ms));
        window.views().matrix().show_area({4, 8, 6, 8});
        seen = window.views().matrix().viewport().visible();
        window.close();
    }
    EXPECT_EQ(opened_lately().value(0), QStringList{"synthetic:two_racks"});
    MainWindow again(true);
    again.show();
    again.restore_last();
    EXPECT_TRUE(QTest::qWaitFor([&] { return again.session().document.is_open(); }, patience_ms));
    EXPECT_EQ(again.session().document.sources(), QStringList{"synthetic:two_racks"});
    EXPECT_EQ(again.session().selection.choice().statistic, Statistic::maximum);
    EXPECT_EQ(again.session().selection.choice().order, Order::host);
    EXPECT_EQ(again.session().selection.length(), 3U);
    EXPECT_EQ(again.session().selection.selected(), (Pair{7, 2}));
    EXPECT_EQ(again.session().selection.palette(), picture::Palette::cividis);
    again.show();
    // What is seen in part counts as seen.
    const auto is_near = [&] {
        const CellArea now = again.views().matrix().viewport().visible();
        return std::abs(now.first_row - seen.first_row) <= 2 && std::abs(now.rows - seen.rows) <= 3 &&
               std::abs(now.first_column - seen.first_column) <= 2;
    };
    EXPECT_TRUE(QTest::qWaitFor(is_near, patience_ms));
    again.close();
    QSettings().clear();
}

}  // namespace
}  // namespace fabricmap::viewer
