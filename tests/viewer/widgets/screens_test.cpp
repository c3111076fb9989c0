// SPDX-License-Identifier: Apache-2.0
// The window on screens of several sizes, in both languages, light and dark: the matrix has at least half of
// it, and no words are cut. With SCREENS=FOLDER in the environment the pictures are left there.
#include "picture/shapes/words.hpp"
#include "viewer/widgets/elided_label.hpp"
#include "viewer/widgets/main_window.hpp"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QStatusBar>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTest>
#include <QToolBar>
#include <QTranslator>
#include <tuple>

namespace fabricmap::viewer {
namespace {

constexpr int screen_patience_ms = 120000;

/// In logical pixels: 1280 × 800, 1920 × 1080 with two pixels for each and with one, 2560 × 1440.
constexpr QSize sizes[]{{1280, 800}, {960, 540}, {1920, 1080}, {2560, 1440}};

QPalette dark() {
    QPalette palette(QColor(53, 53, 53));
    palette.setColor(QPalette::Base, QColor(35, 35, 35));
    return palette;
}

int width_of(const QWidget& widget, QString words) {
    return widget.fontMetrics().size(Qt::TextShowMnemonic, words).width();
}

bool is_cut(const QLabel& label) {
    if (label.text().isEmpty() || dynamic_cast<const ElidedLabel*>(&label) != nullptr) return false;
    if (label.wordWrap()) return label.heightForWidth(label.width()) > label.height();
    return label.minimumSizeHint().width() > label.width() ||
           label.minimumSizeHint().height() > label.height();
}

bool is_cut(const QComboBox& box) {
    QStyleOptionComboBox option;
    option.initFrom(&box);
    const QRect field =
        box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
    return width_of(box, box.currentText()) > field.width();
}

bool is_cut(const QTabBar& bar) {
    for (int tab = 0; tab < bar.count(); ++tab) {
        const QRect place = bar.tabRect(tab);
        // Beside a window words run upwards.
        const int length = bar.shape() == QTabBar::RoundedWest ? place.height() : place.width();
        if (width_of(bar, bar.tabText(tab)) + 4 > length || !bar.rect().contains(place)) return true;
    }
    return false;
}

/// The words that are cut, or lie beyond the window.
QStringList cut_words(const QWidget& window) {
    QStringList cut;
    const auto look_at = [&](const QWidget& widget, bool is_cut, const QString& words) {
        const QRect place(widget.mapTo(&window, QPoint()), widget.size());
        if (is_cut || !window.rect().contains(place)) {
            cut << QStringLiteral("%1 \"%2\" %3 of %4")
                       .arg(widget.metaObject()->className(), words)
                       .arg(widget.width())
                       .arg(widget.sizeHint().width());
        }
    };
    const auto shown = [&]<typename Widget>(Widget*) {
        QList<Widget*> all = window.findChildren<Widget*>();
        all.removeIf(
            [](const Widget* widget) { return !widget->isVisible() || widget->visibleRegion().isEmpty(); });
        return all;
    };
    for (const auto* const label : shown(static_cast<QLabel*>(nullptr)))
        look_at(*label, is_cut(*label), label->text());
    for (const auto* const box : shown(static_cast<QComboBox*>(nullptr)))
        look_at(*box, is_cut(*box), box->currentText());
    for (const auto* const bar : shown(static_cast<QTabBar*>(nullptr)))
        look_at(*bar, is_cut(*bar), bar->tabText(0));
    for (const auto* const button : shown(static_cast<QAbstractButton*>(nullptr))) {
        if (!button->text().isEmpty())
            look_at(*button, button->sizeHint().width() > button->width(), button->text());
    }
    for (const auto* const dock : shown(static_cast<QDockWidget*>(nullptr)))
        look_at(*dock, width_of(*dock, dock->windowTitle()) + 40 > dock->width(), dock->windowTitle());
    for (const auto* const bar : shown(static_cast<QToolBar*>(nullptr))) {
        for (QAction* const action : bar->actions()) {
            const QWidget* const widget = bar->widgetForAction(action);
            if (action->isVisible() && widget != nullptr)
                look_at(*widget, !widget->isVisible(), widget->objectName());
        }
    }
    return cut;
}

/// All that is drawn lies in the widget, and the numbers of faults can be read.
void expect_machine_within(const MachineView& machine) {
    const picture::Drawing& drawing = machine.picture().drawing;
    ASSERT_FALSE(drawing.shapes.empty());
    const QRectF all = machine.place_of({0, 0, drawing.width, drawing.height});
    EXPECT_TRUE(QRectF(machine.rect()).adjusted(-1, -1, 1, 1).contains(all))
        << all.width() << ' ' << all.height();
    for (const diagnosis::MachinePlace& place : machine.picture().places) {
        EXPECT_TRUE(all.contains(machine.place_of(place.box)));
    }
    constexpr double legible = 7;
    const double digits = machine.place_of({0, 0, picture::text_size, picture::text_size}).height();
    EXPECT_GE(digits, legible);
}

class Screens : public ::testing::TestWithParam<std::tuple<QSize, const char*, bool>> {
  protected:
    Screens() : usual_(QApplication::palette()) {
        const auto& [size, language, is_dark] = GetParam();
        EXPECT_TRUE(translator_.load(QStringLiteral(TRANSLATIONS "/network_viewer_%1.qm").arg(language)));
        QCoreApplication::installTranslator(&translator_);
        if (is_dark) QApplication::setPalette(dark());
    }
    ~Screens() override {
        QCoreApplication::removeTranslator(&translator_);
        QApplication::setPalette(usual_);
    }
    void keep(MainWindow& window, const QString& what) {
        const QString folder = qEnvironmentVariable("SCREENS");
        const auto& [size, language, is_dark] = GetParam();
        if (folder.isEmpty()) return;
        window.grab().save(QStringLiteral("%1/%2_%3x%4_%5_%6.png")
                               .arg(folder, what)
                               .arg(size.width())
                               .arg(size.height())
                               .arg(language, is_dark ? "dark" : "light"));
    }

  private:
    QPalette usual_;
    QTranslator translator_;
};

TEST_P(Screens, HaveTheMatrixInHalfOfThemAndNoWordsCut) {
    const QSize size = std::get<0>(GetParam());
    MainWindow window(false);
    window.resize(size);
    window.show();
    window.arrange_panels();
    window.open({qEnvironmentVariable("SCREENS_RUN", "synthetic:fat_tree_faulty")});
    const Session& session = window.session();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            const auto plane = session.reader.plane();
            return plane && plane->pyramid().is_complete() && session.reader.cuts() &&
                   session.selection.choice().content == Content::expected;
        },
        screen_patience_ms));
    QTest::qWait(50);
    EXPECT_TRUE(window.machine().isVisible()) << "what is faulty comes first";
    keep(window, "machine");
    EXPECT_EQ(cut_words(window).join('\n').toStdString(), "");
    expect_machine_within(window.machine());
    window.show_map();
    QTest::qWait(50);
    keep(window, "first");
    EXPECT_EQ(window.size(), size) << "all of it fits on the screen";
    const QSize matrix = window.views().matrix().size();
    EXPECT_GE(2 * matrix.width() * matrix.height(), size.width() * size.height())
        << matrix.width() << " x " << matrix.height();
    EXPECT_EQ(cut_words(window).join('\n').toStdString(), "");
    for (QDockWidget* const panel : window.findChildren<QDockWidget*>()) {
        panel->show();
        panel->raise();
        QTest::qWait(10);
        keep(window, panel->objectName());
        EXPECT_EQ(cut_words(window).join('\n').toStdString(), "") << panel->objectName().toStdString();
    }
}

INSTANTIATE_TEST_SUITE_P(OfAllKinds, Screens,
                         ::testing::Combine(::testing::ValuesIn(sizes), ::testing::Values("en", "ru"),
                                            ::testing::Bool()),
                         [](const auto& one) {
                             const QSize size = std::get<0>(one.param);
                             return QStringLiteral("%1x%2_%3_%4")
                                 .arg(size.width())
                                 .arg(size.height())
                                 .arg(std::get<1>(one.param), std::get<2>(one.param) ? "dark" : "light")
                                 .toStdString();
                         });

}  // namespace
}  // namespace fabricmap::viewer
