// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/main_window.hpp"

#include "viewer/widgets/cells_panel.hpp"
#include "viewer/widgets/choice_bar.hpp"
#include "viewer/widgets/elided_label.hpp"
#include "viewer/widgets/findings_panel.hpp"
#include "viewer/widgets/history_panel.hpp"
#include "viewer/widgets/hosts_panel.hpp"
#include "viewer/widgets/levels_panel.hpp"
#include "viewer/widgets/main_menu.hpp"
#include "viewer/widgets/memory.hpp"
#include "viewer/widgets/progress_line.hpp"

#include <QAccessible>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMimeData>
#include <QScreen>
#include <QScrollArea>
#include <QStatusBar>
#include <QTabBar>
#include <QUrl>
#include <QVBoxLayout>
#include <utility>

namespace fabricmap::viewer {
namespace {

/// What fits on the screen.
QSize typical_size(const QWidget& window) {
    constexpr QSize typical(1280, 800);
    return typical.boundedTo(window.screen()->availableSize());
}

}  // namespace

MainWindow::MainWindow(bool remembers)
    : remembers_(remembers),
      views_(new Views(session_.selection, session_.reader, session_.diagnosis, this)),
      machine_(new MachineView(this)),
      tabs_(new QTabWidget(this)),
      messages_(new MessageBar(this)),
      status_(new ElidedLabel(this)),
      progress_(new ProgressLine(this)) {
    add_middle();
    choices_ = new ChoiceBar(session_.document, session_.selection, this);
    addToolBar(choices_);
    add_panels();
    add_status();
    menu_ = new MainMenu(*this, session_, *views_, *machine_, *findings_);
    connect(menu_, &MainMenu::open_wanted, this, &MainWindow::open);
    connect(menu_, &MainMenu::status_changed, this, &MainWindow::show_status);
    connect(menu_, &MainMenu::arrangement_wanted, this, &MainWindow::arrange_panels);
    connect(menu_, &MainMenu::failed, messages_, &MessageBar::show_message);
    setAcceptDrops(true);

    for (Worker* const worker : session_.workers()) {
        connect(worker, &Worker::failed, messages_, &MessageBar::show_message);
        progress_->follow(*worker);
    }
    connect(&session_.reader, &Reader::plane_changed, this, &MainWindow::show_seen_before);
    connect(progress_, &ProgressLine::words_changed, views_, &Views::set_hint);
    connect(&session_.document, &Document::opened, this, [this] {
        messages_->hide();
        if (remembers_) remember_opened(session_.document.sources());
        menu_->fill_recent();
    });
    connect(&session_.selection, &Selection::choice_changed, this, &MainWindow::show_title);
    connect(&session_.selection, &Selection::run_changed, this, &MainWindow::show_machine);
    connect(&session_.diagnosis, &DiagnosisJob::finished, this, &MainWindow::show_machine);
    connect(progress_, &ProgressLine::words_changed, machine_, &MachineView::set_hint);
    connect(machine_, &MachineView::status_changed, this, &MainWindow::show_status);
    connect(machine_, &MachineView::host_chosen, views_, &Views::go_to_host);
    connect(machine_, &MachineView::finding_chosen, findings_, &FindingsPanel::choose);
    connect(views_, &Views::status_changed, this, &MainWindow::show_status);
    show_title();
    resize(typical_size(*this));
    arrange_panels();
    if (remembers_) restore_window(*this);
}

void MainWindow::add_middle() {
    tabs_->setTabPosition(QTabWidget::West);
    tabs_->setDocumentMode(true);
    tabs_->addTab(views_, tr("Ma&p"));
    tabs_->addTab(machine_, tr("&Machine"));
    tabs_->setAccessibleName(tr("Map or machine"));
    tabs_->tabBar()->setAccessibleName(tabs_->accessibleName());
    connect(tabs_, &QTabWidget::tabBarClicked, this, [this] { turns_to_machine_ = false; });
    auto* const middle = new QWidget(this);
    auto* const column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 4, 0, 0);
    column->addWidget(messages_);
    column->addWidget(tabs_, 1);
    setCentralWidget(middle);
}

void MainWindow::show_map() {
    turns_to_machine_ = false;
    tabs_->setCurrentWidget(views_);
}

void MainWindow::show_machine() {
    const auto diagnosis = session_.diagnosis.of(session_.selection.run());
    machine_->set_diagnosis(diagnosis);
    if (!diagnosis || !std::exchange(turns_to_machine_, false) || diagnosis->fault_count() == 0) return;
    tabs_->setCurrentWidget(machine_);
}

void MainWindow::select_finding(std::size_t finding) {
    machine_->select(finding);
    views_->go_to_finding(finding);
}

void MainWindow::add_panels() {
    findings_ = new FindingsPanel(session_.selection, session_.diagnosis, this);
    connect(findings_, &FindingsPanel::chosen, this, &MainWindow::select_finding);
    connect(findings_, &FindingsPanel::diagnosis_wanted, this,
            [this] { session_.diagnosis.start(session_.selection.run(), session_.reader.baseline()); });
    add_panel(tr("Findings"), "findings", findings_);
    auto* const hosts = new HostsPanel(session_.selection, session_.diagnosis, this);
    connect(hosts, &HostsPanel::chosen, this, [this](const std::string& host) {
        show_map();
        views_->go_to_host(host);
    });
    add_panel(tr("Hosts"), "hosts", hosts);
    auto* const history = new HistoryPanel(session_, this);
    connect(history, &CurvePlot::status_changed, this, &MainWindow::show_status);
    add_panel(tr("History"), "history", history);
    connect(panels_.constLast(), &QDockWidget::visibilityChanged, history, &HistoryPanel::set_seen);
    add_panel(
        tr("Cells"), "cells",
        new CellsPanel(session_.selection, session_.reader, session_.diagnosis, views_->matrix(), this));
    add_panel(tr("Pairs"), "pairs", &views_->pairs());
    add_panel(tr("Row, column"), "cuts", &views_->cuts());
    auto* const shades = new QWidget;
    auto* const column = new QVBoxLayout(shades);
    column->addWidget(&choices_->details());
    column->addWidget(new LevelsPanel(session_.selection, session_.reader, this), 1);
    auto* const scrolled = new QScrollArea;
    scrolled->setWidget(shades);
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setFocusPolicy(Qt::NoFocus);
    add_panel(tr("Shades"), "levels", scrolled);
}

void MainWindow::add_panel(const QString& title, const QString& name, QWidget* panel) {
    auto* const dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(panel);
    dock->setAccessibleName(title);
    panels_ << dock;
}

void MainWindow::arrange_panels() {
    QDockWidget* group = nullptr;
    QDockWidget* first = nullptr;
    for (QDockWidget* const dock : panels_) {
        dock->setFloating(false);
        removeDockWidget(dock);
        const bool begins = dock->objectName() == QLatin1String("pairs");
        if (group == nullptr || begins) {
            addDockWidget(Qt::RightDockWidgetArea, dock, Qt::Vertical);
            if (group == nullptr) first = dock;
            group = dock;
        } else {
            tabifyDockWidget(group, dock);
        }
        dock->setVisible(dock->objectName() != QLatin1String("cells"));
    }
    first->raise();
    group->raise();
    constexpr double fraction = 0.29;
    resizeDocks({first}, {static_cast<int>(width() * fraction)}, Qt::Horizontal);
    resizeDocks({first, group}, {1, 1}, Qt::Vertical);
}

void MainWindow::add_status() {
    statusBar()->setContentsMargins(0, 0, 0, 0);
    statusBar()->addWidget(status_, 1);
    statusBar()->addPermanentWidget(progress_);
}

void MainWindow::show_status(const QString& words) {
    if (words == status_->text()) return;
    status_->setText(words);
    QAccessibleEvent event(status_, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void MainWindow::open(const QStringList& sources) {
    turns_to_machine_ = true;
    // What is remembered must be found from any folder.
    QStringList absolute;
    for (const QString& source : sources) {
        absolute << (source.startsWith("synthetic:") ? source : QFileInfo(source).absoluteFilePath());
    }
    session_.document.open(absolute);
}

void MainWindow::restore_last() {
    const QStringList last = last_opened();
    if (last.isEmpty()) return;
    const Look look = last_look();
    session_.document.open(last, look);
    if (look.seen.rows > 0) seen_before_ = look.seen;
}

void MainWindow::show_seen_before() {
    if (!seen_before_ || !session_.reader.plane()) return;
    views_->matrix().show_area(*std::exchange(seen_before_, std::nullopt));
}

void MainWindow::watch() {
    menu_->watch();
}

void MainWindow::show_title() {
    if (!session_.document.is_open()) return setWindowTitle(tr("Fabricmap viewer"));
    const Opened& run = session_.selection.run();
    const auto mode = run.description().mode;
    const QString name = QFileInfo(QString::fromStdString(run.source)).fileName();
    setWindowTitle(mode ? tr("%1 (%2) - Fabricmap viewer").arg(name, QString::fromUtf8(name_of(*mode).data()))
                        : tr("%1 - Fabricmap viewer").arg(name));
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape) return QMainWindow::keyPressEvent(event);
    // One thing after the other.
    if (messages_->isVisible()) return messages_->hide();
    if (progress_->isVisible()) return progress_->cancel().click();
    views_->matrix().fit();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (remembers_) {
        Look look = session_.selection.look();
        const Viewport& viewport = views_->matrix().viewport();
        if (!viewport.is_fitted()) look.seen = viewport.visible();
        remember_window(*this, session_.document.sources(), look);
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
