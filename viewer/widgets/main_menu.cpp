// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/main_menu.hpp"

#include "netcdf_schema/version.hpp"
#include "viewer/widgets/export_dialog.hpp"
#include "viewer/widgets/go_to_pair.hpp"
#include "viewer/widgets/memory.hpp"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QTabWidget>
#include <algorithm>
#include <cmath>

namespace fabricmap::viewer {
namespace {

template <typename Do>
QAction* add(QMenu& menu, const QString& words, const QKeySequence& keys, QObject* home, Do what) {
    auto* const action = menu.addAction(words);
    action->setShortcut(keys);
    QObject::connect(action, &QAction::triggered, home, what);
    return action;
}

/// A page of tabs; null where it is none.
QTabWidget* tabs_with(const QWidget& page) {
    const QWidget* const stack = page.parentWidget();
    return stack == nullptr ? nullptr : qobject_cast<QTabWidget*>(stack->parentWidget());
}

/// What is hidden, or behind something else, comes to the front.
void raise_panel_of(QWidget& widget) {
    for (QWidget* at = &widget; at != nullptr; at = at->parentWidget()) {
        if (QTabWidget* const tabs = tabs_with(*at)) tabs->setCurrentWidget(at);
        auto* const panel = qobject_cast<QDockWidget*>(at);
        if (panel == nullptr) continue;
        panel->show();
        panel->raise();
    }
}

}  // namespace

MainMenu::MainMenu(QMainWindow& window, Session& session, Views& views, MachineView& machine,
                   FindingsPanel& findings)
    : QObject(&window),
      window_(window),
      session_(session),
      views_(views),
      machine_(machine),
      findings_(findings) {
    add_file_menu();
    add_view_menu();
    add_go_menu();
    add_findings_menu();
    add_help_menu();
}

void MainMenu::add_file_menu() {
    QMenu& menu = *window_.menuBar()->addMenu(tr("&File"));
    add(menu, tr("&Open…"), QKeySequence::Open, this, [this] { ask_for_files(false); });
    add(menu, tr("Open &beside, to compare…"), tr("Ctrl+Shift+O"), this, [this] { ask_for_files(true); });
    recent_menu_ = menu.addMenu(tr("Recent fi&les"));
    fill_recent();
    watch_ = add(menu, tr("&Watch a run in progress"), tr("F6"), this,
                 [this](bool wanted) { session_.document.watch(wanted); });
    watch_->setCheckable(true);
    menu.addSeparator();
    add(menu, tr("&Export…"), tr("Ctrl+E"), this, [this] { ask_for_export(); });
    menu.addSeparator();
    add(menu, tr("&Quit"), QKeySequence::Quit, this, [this] { window_.close(); });
}

void MainMenu::fill_recent() {
    recent_menu_->clear();
    for (const QStringList& sources : opened_lately()) {
        auto* const action = recent_menu_->addAction(sources.join("  ⁄  ").replace('&', "&&"));
        connect(action, &QAction::triggered, this, [this, sources] { emit open_wanted(sources); });
    }
    recent_menu_->setEnabled(!recent_menu_->isEmpty());
}

void MainMenu::add_view_menu() {
    QMenu& menu = *window_.menuBar()->addMenu(tr("&View"));
    add(menu, tr("Zoom &in"), tr("Ctrl++"), this, [this] { views_.matrix().zoom_in(); });
    add(menu, tr("Zoom &out"), tr("Ctrl+-"), this, [this] { views_.matrix().zoom_out(); });
    add(menu, tr("&Whole matrix"), tr("Ctrl+0"), this, [this] { views_.matrix().fit(); });
    menu.addSeparator();
    QMenu& panels = *menu.addMenu(tr("&Panels"));
    for (auto* const dock : window_.findChildren<QDockWidget*>()) panels.addAction(dock->toggleViewAction());
    add(menu, tr("&Arrange the panels anew"), {}, this, [this] { emit arrangement_wanted(); });
    menu.addSeparator();
    const auto add_jump = [&](const QString& words, const QKeySequence& keys, QWidget* target) {
        add(menu, words, keys, this, [target] {
            raise_panel_of(*target);
            target->setFocus(Qt::ShortcutFocusReason);
        });
    };
    add_jump(tr("To the &matrix"), tr("F2"), &views_.matrix());
    add_jump(tr("To the ma&chine"), tr("F7"), &machine_);
    add_jump(tr("To the pai&rs"), tr("F3"), &views_.pairs());
    add_jump(tr("To the &lengths"), tr("F4"), &views_.lengths());
}

void MainMenu::add_go_menu() {
    QMenu& menu = *window_.menuBar()->addMenu(tr("&Go"));
    add(menu, tr("To a &pair…"), tr("Ctrl+G"), this, [this] { ask_for_pair(); });
    add(menu, tr("&Back to the pair before"), QKeySequence::Undo, this,
        [this] { session_.selection.select_before(); });
    add(menu, tr("&Forward to the pair after it"), QKeySequence::Redo, this,
        [this] { session_.selection.select_after(); });
    add(menu, tr("&Next length"), tr("Ctrl+."), this, [this] { step_length(1); });
    add(menu, tr("Pre&vious length"), tr("Ctrl+,"), this, [this] { step_length(-1); });
    add(menu, tr("P&lay through the lengths"), tr("F8"), this, [this] { views_.lengths().toggle_play(); });
    menu.addSeparator();
    add(menu, tr("&Keep the pair in the plot"), tr("Ctrl+K"), this,
        [this] { session_.selection.keep_selected(); });
    add(menu, tr("&Remove kept pairs"), tr("Ctrl+Shift+K"), this,
        [this] { session_.selection.forget_kept(); });
    add(menu, tr("&Copy the value"), QKeySequence::Copy, this, [this] { copy_value(); });
}

void MainMenu::add_findings_menu() {
    QMenu& menu = *window_.menuBar()->addMenu(tr("F&indings"));
    add(menu, tr("&Look for faults"), tr("F9"), this, [this] {
        if (session_.document.is_open())
            session_.diagnosis.start(session_.selection.run(), session_.reader.baseline());
    });
    add(menu, tr("&Next finding"), tr("Ctrl+J"), this, [this] { findings_.step(1); });
    add(menu, tr("&Previous finding"), tr("Ctrl+Shift+J"), this, [this] { findings_.step(-1); });
    auto* const shown = add(menu, tr("&Outline findings"), tr("Ctrl+F"), this,
                            [this](bool wanted) { views_.show_findings(wanted); });
    shown->setCheckable(true);
    shown->setChecked(true);
}

void MainMenu::add_help_menu() {
    QMenu& menu = *window_.menuBar()->addMenu(tr("&Help"));
    add(menu, tr("&Mouse and keys"), QKeySequence::HelpContents, this, [this] { show_keys(); });
    add(menu, tr("&About"), {}, this, [this] { show_about(); });
}

void MainMenu::ask_for_files(bool beside) {
    const QStringList files = QFileDialog::getOpenFileNames(
        &window_, beside ? tr("Open a run beside the one shown") : tr("Open a run"), {},
        tr("Runs and archives (*.nc *.txt);;All files (*)"));
    if (files.isEmpty()) return;
    emit open_wanted(beside ? session_.document.sources() + files : files);
}

void MainMenu::ask_for_pair() {
    if (session_.selection.endpoint_count() == 0) return;
    GoToPair dialog(session_.selection, &window_);
    if (dialog.exec() != QDialog::Accepted) return;
    raise_panel_of(views_.matrix());
    session_.selection.select(dialog.pair());
}

void MainMenu::ask_for_export() {
    if (!session_.reader.plane()) return;
    ExportDialog dialog(session_, views_.matrix(), &window_);
    connect(&dialog, &ExportDialog::failed, this, &MainMenu::failed);
    connect(&dialog, &ExportDialog::written, this, &MainMenu::status_changed);
    dialog.exec();
}

void MainMenu::copy_value() {
    const auto plane = session_.reader.plane();
    if (!plane) return;
    const Cell cell = session_.selection.selected_cell();
    if (!plane->pyramid().is_ready(0, cell.row)) return;
    const double value = static_cast<double>(plane->pyramid().cell(cell.row, cell.column));
    if (std::isnan(value)) return;
    QApplication::clipboard()->setText(QString::number(value, 'g', 7));
}

void MainMenu::step_length(int by) {
    const auto last = static_cast<int>(session_.selection.lengths().size()) - 1;
    const int next = std::clamp(static_cast<int>(session_.selection.length()) + by, 0, std::max(last, 0));
    session_.selection.set_length(static_cast<std::size_t>(next));
}

void MainMenu::show_keys() {
    QMessageBox::information(
        &window_, tr("Mouse and keys"),
        tr("<table cellpadding='3'>"
           "<tr><td><b>Click</b></td><td>select a pair; its row, column and curve are shown beside</td></tr>"
           "<tr><td><b>Wheel, + and −</b></td><td>zoom; 0 shows the whole matrix</td></tr>"
           "<tr><td><b>Drag, Ctrl+arrows</b></td><td>move the matrix</td></tr>"
           "<tr><td><b>Shift+drag, or Shift+arrows and Enter</b></td><td>zoom to a rectangle</td></tr>"
           "<tr><td><b>Arrows, Home, End, Page Up, Page Down</b></td><td>move the selection</td></tr>"
           "<tr><td><b>Ctrl+, and Ctrl+.</b></td><td>shorter and longer messages; F8 plays</td></tr>"
           "<tr><td><b>F2, F3, F4, F7</b></td><td>to the matrix, the pairs, the lengths, the "
           "machine</td></tr>"
           "<tr><td><b>F9, Ctrl+J</b></td><td>look for faults, go to the next finding</td></tr>"
           "</table>"));
}

void MainMenu::show_about() {
    QMessageBox::about(&window_, tr("About the Fabricmap viewer"),
                       tr("Shows what network_test measured: matrices, rows and pairs.\n\n%1\nQt %2")
                           .arg(QString::fromStdString(version_text("network_viewer", "")), qVersion()));
}

}  // namespace fabricmap::viewer

#include "moc_main_menu.cpp"
