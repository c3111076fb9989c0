// SPDX-License-Identifier: Apache-2.0
// Whatever somebody does in the window, in whatever order, it stays and shows what was chosen last.
// RANDOM_ACTIONS=NUMBER and RANDOM_RUNS="RUN RUN" in the environment ask for more of it, and for other runs.
#include "viewer/widgets/choice_bar.hpp"
#include "viewer/widgets/main_window.hpp"
#include "viewer/widgets/progress_line.hpp"

#include <gtest/gtest.h>

#include <QAbstractSlider>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QMenuBar>
#include <QTableView>
#include <QTest>
#include <QWheelEvent>
#include <array>
#include <functional>
#include <random>

namespace fabricmap::viewer {
namespace {

constexpr int settling_ms = 60000;

/// Does what a hand may do that rests nowhere.
class RestlessHand {
  public:
    explicit RestlessHand(MainWindow& window, unsigned seed) : window_(window), random_(seed) {
        for (QAction* const menu : window.menuBar()->actions()) collect(*menu->menu());
    }

    void act() {
        const std::array<std::function<void()>, 10> acts{
            [&] { trigger(); },    [&] { choose(); },       [&] { press_key(); }, [&] { click(); },
            [&] { turn_wheel(); }, [&] { slide(); },        [&] { resize(); },    [&] { go_somewhere(); },
            [&] { set_levels(); }, [&] { click_machine(); }};
        acts.at(below(acts.size()))();
        QTest::qWait(static_cast<int>(below(12)));
    }

  private:
    /// Without what asks for an answer or leaves.
    void collect(const QMenu& menu) {
        for (QAction* const action : menu.actions()) {
            if (action->menu() != nullptr) {
                collect(*action->menu());
            } else if (!action->isSeparator() && !action->text().endsWith(QStringLiteral("…")) &&
                       action->shortcut() != QKeySequence(QKeySequence::Quit) &&
                       action->menuRole() != QAction::AboutRole && !action->text().contains("About") &&
                       !action->text().contains("Mouse")) {
                actions_ << action;
            }
        }
    }
    std::size_t below(std::size_t end) {
        return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
    }
    template <typename Widget>
    Widget* one_of() {
        QList<Widget*> all = window_.findChildren<Widget*>();
        all.removeIf([](const Widget* widget) { return !widget->isVisible() || !widget->isEnabled(); });
        return all.isEmpty() ? nullptr
                             : all[static_cast<qsizetype>(below(static_cast<std::size_t>(all.size())))];
    }

    void trigger() {
        actions_[static_cast<qsizetype>(below(static_cast<std::size_t>(actions_.size())))]->trigger();
    }
    void choose() {
        auto* const box = one_of<QComboBox>();
        if (box == nullptr || box->count() == 0) return;
        box->setCurrentIndex(static_cast<int>(below(static_cast<std::size_t>(box->count()))));
        emit box->activated(box->currentIndex());
    }
    void press_key() {
        constexpr std::array keys{Qt::Key_Left,  Qt::Key_Right,    Qt::Key_Up,     Qt::Key_Down,
                                  Qt::Key_Home,  Qt::Key_End,      Qt::Key_Plus,   Qt::Key_Minus,
                                  Qt::Key_0,     Qt::Key_PageDown, Qt::Key_Escape, Qt::Key_Tab,
                                  Qt::Key_Space, Qt::Key_Return};
        constexpr std::array modifiers{Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier};
        QWidget* const target =
            window_.focusWidget() == nullptr ? &window_.views().matrix() : window_.focusWidget();
        QTest::keyClick(target, keys.at(below(keys.size())), modifiers.at(below(modifiers.size())));
    }
    QPoint somewhere_in(const QWidget& widget) {
        return {static_cast<int>(below(static_cast<std::size_t>(widget.width()))),
                static_cast<int>(below(static_cast<std::size_t>(widget.height())))};
    }
    void click() {
        auto* const view = one_of<MatrixView>();
        if (view == nullptr) return;
        const QPoint place = somewhere_in(*view);
        QMouseEvent move(QEvent::MouseMove, place, view->mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(view, &move);
        if (below(2) == 0) QTest::mouseClick(view, Qt::LeftButton, {}, place);
    }
    void click_machine() {
        auto* const view = one_of<MachineView>();
        if (view != nullptr) QTest::mouseClick(view, Qt::LeftButton, {}, somewhere_in(*view));
        if (below(2) == 0) window_.show_map();
    }
    void turn_wheel() {
        auto* const view = one_of<MatrixView>();
        if (view == nullptr) return;
        const QPoint place = somewhere_in(*view);
        QWheelEvent wheel(place, view->mapToGlobal(place), {}, {0, below(2) == 0 ? 240 : -240}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(view, &wheel);
    }
    void slide() {
        auto* const slider = one_of<QAbstractSlider>();
        if (slider == nullptr) return;
        const auto values = static_cast<std::size_t>(slider->maximum() - slider->minimum() + 1);
        slider->setValue(slider->minimum() + static_cast<int>(below(values)));
    }
    void resize() { window_.resize(900 + static_cast<int>(below(900)), 540 + static_cast<int>(below(600))); }
    void go_somewhere() {
        Session& session = window_.session();
        if (session.selection.endpoint_count() == 0) return;
        const auto endpoints = static_cast<std::size_t>(session.selection.endpoint_count());
        session.selection.select(
            {static_cast<std::int64_t>(below(endpoints)), static_cast<std::int64_t>(below(endpoints))});
        if (below(3) == 0)
            window_.views().go_to_host(session.selection.displayed().names[below(endpoints)].host);
        if (below(8) == 0) window_.findChild<ProgressLine*>()->cancel().click();
    }
    void set_levels() {
        Levels levels = window_.session().selection.levels();
        levels.normalisation = static_cast<Normalisation>(below(3));
        levels.robust = below(2) == 0;
        window_.session().selection.set_levels(levels);
    }

    MainWindow& window_;
    std::mt19937 random_;
    QList<QAction*> actions_;
};

TEST(RandomActions, LeaveAWindowThatShowsWhatIsChosenNext) {
    bool is_number = false;
    const int asked = qEnvironmentVariableIntValue("RANDOM_ACTIONS", &is_number);
    MainWindow window(false);
    window.show();
    window.open(
        qEnvironmentVariable("RANDOM_RUNS", "synthetic:fat_tree_faulty synthetic:fat_tree").split(' '));
    // A hand that ends the opening would be left with nothing.
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.session().document.is_open(); }, settling_ms));
    RestlessHand hand(window, 20240516);
    for (int action = 0; action < (is_number ? asked : 300); ++action) hand.act();
    // Nothing is left that would not come to its end.
    window.session().document.watch(false);
    Selection& selection = window.session().selection;
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.session().document.is_open(); }, settling_ms));
    Choice choice;
    choice.baseline = 1;
    choice.content = Content::comparison;
    selection.choose(choice);
    const Reader& reader = window.session().reader;
    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
            return selection.choice() == choice && reader.plane() && reader.plane()->pyramid().is_complete();
        },
        settling_ms))
        << window.messages().words().toStdString();
}

}  // namespace
}  // namespace fabricmap::viewer
