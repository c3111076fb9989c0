// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/main_window.hpp"

#include "viewer/widgets/cells_panel.hpp"
#include "viewer/widgets/choice_bar.hpp"
#include "viewer/widgets/findings_panel.hpp"
#include "viewer/widgets/levels_panel.hpp"
#include "viewer/widgets/main_menu.hpp"
#include "viewer/widgets/memory.hpp"

#include <QAccessible>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QStatusBar>
#include <QUrl>
#include <QVBoxLayout>

namespace fabricmap::viewer {

MainWindow::MainWindow(bool remembers)
    : remembers_(remembers),
      views_(new Views(session_.selection, session_.reader, session_.diagnosis, this)),
      messages_(new MessageBar(this)),
      status_(new QLabel(this)),
      doing_(new QLabel(this)),
      progress_(new QProgressBar(this)) {
    auto* const middle = new QWidget(this);
    auto* const column = new QVBoxLayout(middle);
    column->setContentsMargins(4, 4, 4, 0);
    column->addWidget(messages_);
    column->addWidget(views_, 1);
    setCentralWidget(middle);
    addToolBar(new ChoiceBar(session_.document, session_.selection, this));
    add_panels();
    add_status();
    menu_ = new MainMenu(*this, session_, *views_, *findings_);
    connect(menu_, &MainMenu::open_wanted, this, &MainWindow::open);
    connect(menu_, &MainMenu::status_changed, this, &MainWindow::show_status);
    connect(menu_, &MainMenu::failed, messages_, &MessageBar::show_message);
    setAcceptDrops(true);

    for (const Worker* const worker : session_.workers()) {
        connect(worker, &Worker::failed, messages_, &MessageBar::show_message);
        connect(worker, &Worker::busy, this, [this, worker](const QString& words, double fraction) {
            // What is awaited is told first.
            const bool is_aside = worker == &session_.diagnosis && session_.reader.is_reading();
            if (!is_aside) show_busy(words, fraction);
        });
    }
    connect(&session_.document, &Document::opened, this, [this] {
        messages_->hide();
        if (remembers_) remember_opened(session_.document.sources());
        menu_->fill_recent();
    });
    connect(&session_.selection, &Selection::choice_changed, this, &MainWindow::show_title);
    connect(views_, &Views::status_changed, this, &MainWindow::show_status);
    show_title();
    constexpr QSize usual(1280, 800);
    resize(usual);
    if (remembers_) restore_window(*this);
}

void MainWindow::add_panels() {
    add_panel(tr("Levels"), "levels", new LevelsPanel(session_.selection, session_.reader, this),
              Qt::RightDockWidgetArea);
    findings_ = new FindingsPanel(session_.selection, session_.diagnosis, this);
    auto* const findings = add_panel(tr("Findings"), "findings", findings_, Qt::RightDockWidgetArea);
    auto* const cells = add_panel(
        tr("Cells"), "cells",
        new CellsPanel(session_.selection, session_.reader, session_.diagnosis, views_->matrix(), this),
        Qt::BottomDockWidgetArea);
    cells->hide();
    connect(findings_, &FindingsPanel::chosen, views_, &Views::go_to_finding);
    findings->raise();
}

QDockWidget* MainWindow::add_panel(const QString& title, const QString& name, QWidget* panel,
                                   Qt::DockWidgetArea area) {
    auto* const dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(panel);
    dock->setAccessibleName(title);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::add_status() {
    status_->setTextFormat(Qt::PlainText);
    status_->setMinimumWidth(1);
    progress_->setAccessibleName(tr("Progress"));
    constexpr int width = 160;
    progress_->setFixedWidth(width);
    progress_->setRange(0, 100);
    progress_->hide();
    statusBar()->addWidget(status_, 1);
    statusBar()->addPermanentWidget(doing_);
    statusBar()->addPermanentWidget(progress_);
}

void MainWindow::show_status(const QString& words) {
    if (words == status_->text()) return;
    status_->setText(words);
    QAccessibleEvent event(status_, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void MainWindow::open(const QStringList& sources) {
    // What is remembered must be found from any folder.
    QStringList absolute;
    for (const QString& source : sources) {
        absolute << (source.startsWith("synthetic:") ? source : QFileInfo(source).absoluteFilePath());
    }
    session_.document.open(absolute);
}

void MainWindow::restore_last() {
    const QStringList last = last_opened();
    if (!last.isEmpty()) session_.document.open(last, last_look());
}

void MainWindow::watch() {
    menu_->watch();
}

void MainWindow::show_busy(const QString& words, double fraction) {
    doing_->setText(words);
    progress_->setValue(static_cast<int>(fraction * 100));
    progress_->setVisible(!words.isEmpty() && fraction > 0);
}

void MainWindow::show_title() {
    if (!session_.document.is_open()) return setWindowTitle(tr("Fabricmap viewer"));
    const Opened& run = session_.selection.run();
    const auto mode = run.description().mode;
    const QString name = QFileInfo(QString::fromStdString(run.source)).fileName();
    setWindowTitle(mode ? tr("%1 (%2) - Fabricmap viewer").arg(name, QString::fromUtf8(name_of(*mode).data()))
                        : tr("%1 - Fabricmap viewer").arg(name));
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (remembers_) {
        remember_window(*this, session_.document.sources(), session_.selection.look());
    }
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) files << url.toLocalFile();
    }
    if (!files.isEmpty()) open(files);
    event->acceptProposedAction();
}

}  // namespace fabricmap::viewer

#include "moc_main_window.cpp"
